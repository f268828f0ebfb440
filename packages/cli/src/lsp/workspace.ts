import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Diagnostic } from '@ctxgen/codegen'
import type { EditorProject } from '@ctxgen/codegen/editor'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Flags } from '../flags.ts'
import { makePlan } from '../plan.ts'

/** The projects of a config, as an editor has them. */
interface ConfigProjects {
  readonly config: LoadedConfig
  readonly projects: readonly EditorProject[]
}

interface WorkspaceListener {
  /** The diagnostics of a file have changed. */
  readonly onDiagnostics: (path: string, diagnostics: readonly Diagnostic[]) => void
  readonly onFailure: (error: unknown) => void
}

/** The projects of all open documents, kept up to date one change after the other. All paths are absolute. */
export class Workspace {
  readonly #flags: Pick<Flags, 'inputs' | 'config'>
  readonly #cwd: string
  readonly #listener: WorkspaceListener
  readonly #loaded = new Map<string, ConfigProjects>()
  /** The texts of open documents. */
  readonly #texts = new Map<string, string>()
  #touched = new Set<string>()
  #round: Promise<void> = Promise.resolve()
  #published = new Map<string, string>()

  /** @param flags inputs on the command line stand for those of a config */
  constructor(flags: Pick<Flags, 'inputs' | 'config'>, cwd: string, listener: WorkspaceListener) {
    this.#flags = flags
    this.#cwd = cwd
    this.#listener = listener
  }

  /** @param text `undefined`: the document was closed */
  setText(path: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(path)
    else this.#texts.set(path, text)
    for (const project of this.#projects) project.setText(path, text)
    this.touch([path])
  }

  /** Reads files again that may have changed. */
  touch(paths: readonly string[]): void {
    for (const path of paths) this.#touched.add(path)
    void this.settle()
  }

  /** Waits until all changes are read, but for sources that only import what changed. */
  settle(): Promise<void> {
    this.#round = this.#round.then(() => this.#update()).catch(this.#listener.onFailure)
    return this.#round
  }

  /** The project that a source or a generated file belongs to. */
  async projectOf(path: string): Promise<EditorProject | undefined> {
    await this.settle()
    return this.#projects.find((one) => one.has(path))
  }

  get #projects(): readonly EditorProject[] {
    return [...this.#loaded.values()].flatMap(({ projects }) => projects)
  }

  async #update(): Promise<void> {
    if (this.#touched.size === 0) return
    const touched = [...this.#touched]
    this.#touched = new Set()
    for (const [key, { config }] of this.#loaded)
      if (touched.some((path) => config.lookedAt.includes(path))) this.#loaded.delete(key)
    const known = new Set(this.#projects)
    for (const path of new Set([...touched, ...this.#texts.keys()]))
      if (this.#texts.has(path)) await this.#load(path)
    for (const project of known) project.update(touched)
    this.#publish()
    void this.#resume()
  }

  /** Loads the projects of a document's config. */
  async #load(path: string): Promise<void> {
    const isNamed = this.#flags.inputs.length > 0 || this.#flags.config !== undefined
    const cwd = isNamed ? this.#cwd : dirname(path)
    if (this.#loaded.has(cwd)) return
    const { findConfig } = await import('../config/find-config.ts')
    const key = isNamed ? cwd : (findConfig(cwd).path ?? '')
    if (key === '' || this.#loaded.has(key)) return
    const plan = await makePlan({ ...plainFlags, ...this.#flags }, { cwd: isNamed ? cwd : dirname(key) })
    const { EditorProject } = await import('@ctxgen/codegen/editor')
    const projects = plan.runs.map((one) => new EditorProject(one))
    for (const project of projects) for (const [open, text] of this.#texts) project.setText(open, text)
    for (const project of projects) project.update([...this.#texts.keys()])
    this.#loaded.set(key, { config: plan.config, projects })
  }

  /** Reads what waits in slices, so that requests are answered in between. */
  async #resume(): Promise<void> {
    for (const project of this.#projects) {
      while (project.isWaiting && this.#touched.size === 0) {
        // A request takes several turns of the event loop, which no slice may delay.
        await pause(5)
        project.resume()
      }
    }
    this.#publish()
  }

  #publish(): void {
    const files = new Map<string, Diagnostic[]>()
    for (const diagnostic of this.#projects.flatMap(({ diagnostics }) => diagnostics)) {
      const path = diagnostic.span?.path ?? diagnostic.path
      if (path !== undefined) files.set(path, [...(files.get(path) ?? []), diagnostic])
    }
    const before = this.#published
    this.#published = new Map([...files].map(([path, found]) => [path, JSON.stringify(found)]))
    for (const path of before.keys()) if (!files.has(path)) this.#listener.onDiagnostics(path, [])
    for (const [path, found] of files) {
      if (before.get(path) !== this.#published.get(path)) this.#listener.onDiagnostics(path, found)
    }
  }
}

const plainFlags = { check: false, dryRun: false, clean: false } as const
