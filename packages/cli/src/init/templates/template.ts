import type { PackageManager } from './package-manager.ts'

/** `ts` if package.json makes it an ES module, else `mts`. */
export type SourceExtension = 'ts' | 'mts'

/** The choices that the files of a template depend on. */
export interface TemplateSetting {
  /** The name of the package. */
  readonly name: string
  readonly manager: PackageManager
  readonly extension: SourceExtension
  /** The tsconfig of the app. */
  readonly tsconfig: string
}

type Texts = Readonly<Record<string, string>>

/** All that a new project gets. */
export interface Template {
  /** Its description, for the question and the help. */
  readonly title: string
  readonly port: number
  /** Where the OpenAPI page is, for templates that have one. @param run runs a script */
  readonly page?: (run: string) => string
  readonly dependencies: Texts
  readonly devDependencies: Texts
  /** Dependencies at any depth with install scripts, none of which is needed. */
  readonly scripted?: readonly string[]
  /** The manager that its projects need. */
  readonly manager?: 'bun'
  /** The scripts of package.json. */
  readonly scripts: (setting: TemplateSetting) => Texts
  /** Texts by path, without package.json. */
  readonly files: (setting: TemplateSetting) => Texts
}

/** The extension of what the compiler makes of a source. */
export function outputExtension(extension: SourceExtension): string {
  return extension.replace('ts', 'js')
}
