import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { DtoModule } from '../model/dto.ts'
import { ModuleTypes } from '../model/module-types.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { TagNames } from '../parse/tags/tag-names.ts'
import { planDto } from '../plan/dto-plan.ts'
import { KeptRun } from '../run/generator.ts'
import { commentAt } from './comment-place.ts'
import { type Completion, complete } from './complete.ts'
import { hoverComment, hoverDeclaration } from './hover.ts'
import { declarationNamedAt, dtoOf } from './model-place.ts'
import { OverlaidDisk } from './overlaid-disk.ts'
import { offsetAt, type Position } from './position.ts'

/** The sources of a run as an editor has them, saved or not. It writes nothing. All paths are absolute. */
export class EditorProject {
  readonly #run: KeptRun
  readonly #disk = new OverlaidDisk()
  readonly #names: TagNames

  /** @throws UsageError like `generate`. */
  constructor(options: GenerateOptions) {
    this.#run = new KeptRun({ ...options, mode: 'dry-run', clean: false }, this.#disk)
    this.#names = new TagNames(options.aliasTag)
    this.#run.open()
  }

  /** The text of an open document; `undefined`: as on disk again. Takes effect with {@link update}. */
  setText(path: string, text: string | undefined): void {
    this.#disk.set(path, text)
  }

  /** Reads changed files again, and for about 50 ms the sources that import them. @throws UsageError like `generate`. */
  update(touched: readonly string[]): void {
    this.#run.update(touched)
  }

  /** Whether sources wait for {@link resume}. */
  get isWaiting(): boolean {
    return this.#run.waiting > 0
  }

  /** Reads waiting sources for about 50 ms. */
  resume(): void {
    this.#run.resume()
  }

  /** Of all sources. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#run.diagnostics
  }

  /** The text of a source's generated file, written or not; `undefined` after an error and without a DTO. */
  textOf(path: string): string | undefined {
    return this.#run.textOf(path)
  }

  /** Whether the file is a source, or is generated from one. */
  has(path: string): boolean {
    return this.#run.isSource(path) || this.#run.sourceOf(path) !== undefined
  }

  /** Files and folders whose changes count. */
  get dependencies(): KeptRun['dependencies'] {
    return this.#run.dependencies
  }

  complete(path: string, at: Position): readonly Completion[] {
    const file = this.#run.fileOf(path)
    const comment = file && commentAt(file, offsetAt(file, at))
    return comment === undefined ? [] : complete(comment, this.#moduleOf(path), this.#names)
  }

  /** Markdown. */
  hover(path: string, at: Position): string | undefined {
    const file = this.#run.fileOf(path)
    if (file === undefined) return undefined
    const offset = offsetAt(file, at)
    const comment = commentAt(file, offset)
    if (comment !== undefined) return hoverComment(comment, this.#names)
    const node = declarationNamedAt(file, offset)
    const module = this.#moduleOf(path)
    return node && hoverDeclaration(node, module, module && new ModuleTypes(module))
  }

  /** The generated file and the binders of the DTO whose name is at a position of a source. */
  bindersAt(
    path: string,
    at: Position,
  ): { readonly output: string; readonly names: readonly string[] } | undefined {
    const file = this.#run.fileOf(path)
    const output = this.#run.outputOf(path)
    const module = this.#moduleOf(path)
    if (file === undefined || output === undefined || module === undefined) return undefined
    const dto = dtoOf(declarationNamedAt(file, offsetAt(file, at)), module)
    return dto && { output, names: planDto(dto, new ModuleTypes(module)).binders.map(({ name }) => name) }
  }

  /** The interface behind a name of a generated file. */
  declarationOf(output: string, name: string): SourceSpan | undefined {
    const path = this.#run.sourceOf(output)
    const module = path === undefined ? undefined : this.#moduleOf(path)
    if (module === undefined) return undefined
    const types = new ModuleTypes(module)
    const dto = module.dtos.find((one) => {
      return one.name === name || planDto(one, types).binders.some((binder) => binder.name === name)
    })
    return dto?.span
  }

  #moduleOf(path: string): DtoModule | undefined {
    return this.#run.isSource(path) ? this.#run.parse(path)?.module : undefined
  }
}
