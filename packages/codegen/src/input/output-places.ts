import { basename, dirname, join, resolve } from 'node:path'
import { findProjectRoot, isInside } from '../disk/project-root.ts'
import { realPathOf } from '../disk/questions.ts'
import { type FoundInputs, type InputFile, mirroredRoot } from './find-inputs.ts'
import { isSourceName, outputPathOf } from './output-path.ts'

/** Options that determine output paths. */
interface OutputPlacesRequest {
  readonly inputs: FoundInputs
  /** Absolute. */
  readonly cwd: string
  /** Absolute paths of projects with other options. */
  readonly others: readonly string[]
  readonly fileExists: (path: string) => boolean
}

/**
 * Output paths of all sources in the project, whether inputs of this run or not: an output is then the same in every run
 * that includes it.
 */
export class OutputPlaces {
  readonly #request: OutputPlacesRequest
  readonly #files: Map<string, InputFile | undefined>
  /** Package root of each folder. */
  readonly #packages = new Map<string, string | undefined>()
  #root: string | undefined
  #byRealPath: ReadonlyMap<string, InputFile> | undefined

  constructor(request: OutputPlacesRequest) {
    this.#request = request
    this.#files = new Map(request.inputs.files.map((file) => [slashed(file.sourcePath), file]))
  }

  /** The source at a compiler path; `undefined` if this project generates nothing from it. */
  fileOf(path: string): InputFile | undefined {
    const key = slashed(path)
    const known = this.#files.get(key)
    if (known !== undefined || this.#files.has(key)) return known
    const found = this.#find(path)
    this.#files.set(key, found)
    return found
  }

  /** Output of a source that `user` may import; only outputs of the same package may import each other. */
  readonly outputOf = (path: string, user: string): string | undefined => {
    const file = this.fileOf(path)
    const isNear = file !== undefined && this.#packageOf(dirname(path)) === this.#packageOf(dirname(user))
    return isNear ? file.outputPath : undefined
  }

  #find(path: string): InputFile | undefined {
    const { inputs, cwd, others } = this.#request
    if (!isSourceName(basename(path)) || slashed(path).includes('/node_modules/')) return undefined
    const sourcePath = resolve(path)
    const realPath = realPathOf(sourcePath)
    this.#byRealPath ??= new Map(inputs.files.map((file) => [realPathOf(file.sourcePath), file]))
    const given = this.#byRealPath.get(realPath)
    if (given !== undefined) return given
    this.#root ??= findProjectRoot(cwd)
    if (!isInside(this.#root, realPath) || others.some((other) => isInside(other, sourcePath)))
      return undefined
    const { outDir } = inputs
    const inputRoot = outDir === undefined ? dirname(sourcePath) : mirroredRoot(sourcePath, inputs.mirrored)
    if (inputRoot === undefined) return undefined
    return { sourcePath, inputRoot, outputPath: outputPathOf(sourcePath, inputRoot, outDir) }
  }

  #packageOf(folder: string): string | undefined {
    if (this.#packages.has(folder)) return this.#packages.get(folder)
    const above = dirname(folder)
    const isPackage = this.#request.fileExists(join(folder, 'package.json'))
    const found = isPackage ? folder : above === folder ? undefined : this.#packageOf(above)
    this.#packages.set(folder, found)
    return found
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
