import { UsageError } from '@ctxgen/codegen/usage-error'
import type { PackageManager } from '../init/templates/package-manager.ts'
import type { Template } from '../init/templates/template.ts'
import { templates } from '../init/templates/templates.ts'
import type { CreateFlags } from './create-flags.ts'
import type { CreateHost } from './create-host.ts'
import { type TargetFolder, targetFolder } from './target-folder.ts'

/** All that is to be known before a project is written. */
export interface Choices {
  /** As it was given. */
  readonly folder: string
  readonly target: TargetFolder
  readonly template: Template
  readonly isInstalling: boolean
}

/** Takes the flags, and prompts for the rest, or takes defaults without a terminal. @throws UsageError */
export async function choose(
  flags: CreateFlags,
  host: CreateHost,
  manager: PackageManager,
): Promise<Choices> {
  const { ask } = host
  if (flags.folder === undefined && ask === undefined) {
    throw new UsageError('name the folder of the project: npm create ctxgen@latest my-api')
  }
  const repeat = asking(host)
  const at = (folder: string): { folder: string; target: TargetFolder } => ({
    folder,
    target: targetFolder(host.cwd, folder),
  })
  const place =
    flags.folder === undefined
      ? await repeat('Folder [my-api]: ', (text) => at(text || 'my-api'))
      : at(flags.folder)
  const template =
    flags.template === undefined && ask !== undefined
      ? await repeat(`${templateList()}Template [app]: `, (text) => templateOf(text || 'app'))
      : templateOf(flags.template ?? 'app')
  const { name } = place.target
  if (name in { ...template.dependencies, ...template.devDependencies }) {
    throw new UsageError(`a project that depends on ${name} cannot have that name: choose another folder`)
  }
  const tool = template.manager ?? manager.name
  const isInstalling =
    flags.install ??
    (ask === undefined || (await repeat(`Install the dependencies with ${tool} now? [Y/n]: `, yesOrNo)))
  return { ...place, template, isInstalling }
}

/** Prompts until the answer is valid. */
function asking({ ask, stdout }: CreateHost) {
  return async <T>(question: string, read: (text: string) => T): Promise<T> => {
    for (;;) {
      try {
        return read((await ask?.(question)) ?? '')
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        stdout(`${error.message}.\n`)
      }
    }
  }
}

/** A line for each template: its number, its name, what it is. */
export function templateList(): string {
  return [...templates].map(([name, { title }], i) => `  ${i + 1}  ${name.padEnd(8)} ${title}\n`).join('')
}

function templateOf(text: string): Template {
  const template = templates.get(text) ?? [...templates.values()][Number(text) - 1]
  if (template !== undefined) return template
  throw new UsageError(`there is no template ${text}; the templates are ${[...templates.keys()].join(', ')}`)
}

function yesOrNo(text: string): boolean {
  if (/^(?:y|yes|)$/i.test(text)) return true
  if (/^no?$/i.test(text)) return false
  throw new UsageError('answer y or n')
}
