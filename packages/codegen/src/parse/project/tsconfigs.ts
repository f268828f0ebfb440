import { dirname, join, resolve } from 'node:path'
import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { type Diagnostic, diagnoseAt } from '../../diagnostics/diagnose.ts'
import { displayPath } from '../../diagnostics/display-path.ts'
import type { Disk } from '../../disk/recorded-disk.ts'
import { UsageError } from '../../input/usage-error.ts'
import { slashed } from './source-files.ts'

interface TsconfigRequest {
  /** Absolute. */
  readonly cwd: string
  /** Relative to `cwd`. Default: the nearest one above each source. */
  readonly tsconfig: string | undefined
  readonly disk: Disk
}

/** The compiler's codes: a file of `extends` is missing, not found as a package, or extends itself. */
const failedExtends: readonly number[] = [5083, 6053, 18000]
/** The compiler's codes: an option is unknown, or is near the name of another. */
const unknownNames: readonly number[] = [5023, 5025]
/** The compiler's codes: the value of an option has another type, or is none of those allowed. */
const unknownValues: readonly number[] = [5024, 6046]

/** Options of all tsconfigs, each read once; the inputs may come from several projects. */
export class Tsconfigs {
  readonly #request: TsconfigRequest
  readonly #byFolder = new Map<string, ts.CompilerOptions>()
  readonly #byPath = new Map<string, ts.CompilerOptions>()
  readonly #diagnostics = new Map<string, readonly Diagnostic[]>()
  /** All paths tried, including hits, by the compiler's form of the path. */
  readonly #asked = new Map<string, { readonly path: string; readonly isThere: boolean }>()

  constructor(request: TsconfigRequest) {
    this.#request = request
  }

  /** The files read, and the failed lookups. */
  get paths(): { readonly found: readonly string[]; readonly missing: readonly string[] } {
    const asked = [...this.#asked.values()]
    return {
      found: asked.filter(({ isThere }) => isThere).map(({ path }) => path),
      missing: asked.filter(({ isThere }) => !isThere).map(({ path }) => path),
    }
  }

  /** @param path with forward slashes */
  has(path: string): boolean {
    return this.#asked.has(path)
  }

  /** @throws UsageError for an unreadable tsconfig. */
  optionsOf(source: string): ts.CompilerOptions {
    const folder = dirname(source)
    let options = this.#byFolder.get(folder)
    if (options === undefined) {
      options = this.#optionsAt(this.pathOf(source))
      this.#byFolder.set(folder, options)
    }
    return options
  }

  /** The tsconfig of a source. @throws UsageError if the named one does not exist. */
  pathOf(source: string): string | undefined {
    return this.#find(dirname(source))
  }

  /** Files that a source's tsconfig extends and that cannot be read. */
  diagnosticsOf(source: string): readonly Diagnostic[] {
    this.optionsOf(source)
    return this.#diagnostics.get(this.pathOf(source) ?? '') ?? []
  }

  /** The declaration files in a source's project, which declare its globals. */
  declarationsOf(source: string): readonly string[] {
    const path = this.pathOf(source)
    if (path === undefined) return []
    this.#request.disk.noteTree?.(dirname(path))
    const read: ts.ParseConfigHost['readDirectory'] = (folder, _extensions, excluded, included, depth) =>
      ts.sys.readDirectory(folder, ['.d.ts', '.d.mts', '.d.cts'], excluded, included, depth)
    return this.#parsed(path, read).fileNames.filter((name) => /\.d\.[mc]?ts$/.test(name))
  }

  /** The folders in which a source's project looks for files. */
  foldersOf(source: string): readonly string[] {
    const path = this.pathOf(source)
    const found = path === undefined ? {} : this.#parsed(path, () => []).wildcardDirectories
    return Object.keys(found ?? {})
  }

  #find(folder: string): string | undefined {
    const { tsconfig, cwd, disk } = this.#request
    if (tsconfig === undefined) return ts.findConfigFile(folder, this.#fileExists)
    const named = resolve(cwd, tsconfig)
    const path = disk.directoryExists(named) ? join(named, 'tsconfig.json') : named
    if (!this.#fileExists(path)) throw new UsageError(`The tsconfig ${tsconfig} does not exist.`)
    return path
  }

  #optionsAt(path: string | undefined): ts.CompilerOptions {
    if (path === undefined) {
      return { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
    }
    const known = this.#byPath.get(path)
    if (known !== undefined) return known
    // Its file list is not needed here, and finding it would read the whole project.
    const { options, errors } = this.#parsed(path, () => [])
    this.#byPath.set(path, options)
    this.#diagnostics.set(
      path,
      errors.flatMap((error) => this.#diagnosed(path, error) ?? []),
    )
    return options
  }

  /** `undefined` for an error that changes nothing that is read, such as a project without files. */
  #diagnosed(path: string, { code, messageText }: ts.Diagnostic): Diagnostic | undefined {
    const shown = displayPath(this.#request.cwd, path)
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    if (failedExtends.includes(code))
      return diagnoseAt(path, catalog.tsconfigError, shown, text.replace(/\.$/, ''))
    const name = /'(?:--)?([^']*)'/.exec(text)?.[1] ?? ''
    const isValue = unknownValues.includes(code)
    if (!isValue && !unknownNames.includes(code)) return undefined
    const option = isValue ? `a value of "${name}"` : `the option "${name}"`
    return diagnoseAt(path, catalog.unknownCompilerOption, shown, option, ts.version)
  }

  #parsed(path: string, readDirectory: ts.ParseConfigHost['readDirectory']): ts.ParsedCommandLine {
    const { config, error } = ts.readConfigFile(path, this.#readFile)
    if (error !== undefined) throw new UsageError(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
    const host: ts.ParseConfigHost = {
      fileExists: this.#fileExists,
      readFile: this.#readFile,
      readDirectory,
      useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    }
    return ts.parseJsonConfigFileContent(config, host, dirname(path), undefined, path)
  }

  readonly #fileExists = (path: string): boolean => {
    const isThere = this.#request.disk.fileExists(path)
    this.#asked.set(slashed(path), { path, isThere })
    return isThere
  }

  readonly #readFile = (path: string): string | undefined => {
    const text = this.#request.disk.readFile(path)
    this.#asked.set(slashed(path), { path, isThere: text !== undefined })
    return text
  }
}
