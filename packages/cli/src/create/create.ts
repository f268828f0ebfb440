import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { newProject } from '../init/templates/new-project.ts'
import { managerOf, type PackageManager } from '../init/templates/package-manager.ts'
import { sampleCall } from '../init/templates/sample-dto.ts'
import type { Template } from '../init/templates/template.ts'
import { type Choices, choose, templateList } from './choices.ts'
import { createFlags } from './create-flags.ts'
import type { CreateHost } from './create-host.ts'

const usage = `Usage: npm create ctxgen@latest [folder] -- [options]

Makes a project in a new folder: a typed route with its errors, a test, a Dockerfile and a workflow of GitHub.
It asks for what is not given; in CI and without a terminal it takes the defaults.

  -t, --template <name>  one of these, default app
${templateList().replace(/^ {2}\d+/gm, '                        ')}  --no-install           write the files alone
  -h, --help             print this help
`

/** Makes a project, and returns the exit code: 2 for wrong usage, 1 if a step fails. */
export async function create(argv: readonly string[], host: CreateHost): Promise<number> {
  try {
    const flags = createFlags(argv, host.env['npm_config_template'])
    if (flags.help) {
      host.stdout(usage)
      return 0
    }
    const manager = managerOf(host.env['npm_config_user_agent'])
    return await make(await choose(flags, host, manager), manager, host)
  } catch (error) {
    host.stderr(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function make(choices: Choices, running: PackageManager, host: CreateHost): Promise<number> {
  const { folder, target, template, isInstalling } = choices
  const manager = managerFor(template, running)
  if (isInstalling && manager !== running && (await host.run([manager.name, '--version'], host.cwd)) !== 0) {
    throw new Error(
      `the template needs ${manager.name}, which does not start: install it, or add --no-install`,
    )
  }
  if (target.isOutside) host.stdout(`${target.path} is outside the working folder.\n`)
  const files = newProject(template, { name: target.name, manager })
  for (const [name, text] of Object.entries(files)) {
    const path = join(target.path, name)
    mkdirSync(dirname(path), { recursive: true })
    // Never replaces a file that has come in between.
    writeFileSync(path, text, { flag: 'wx' })
  }
  host.stdout(`Wrote ${Object.keys(files).length} files to ${folder}.\n`)
  const steps: readonly (readonly string[])[] = [
    [manager.name, ...manager.install],
    [...manager.run.split(' '), 'generate'],
  ]
  for (const step of isInstalling ? steps : []) {
    host.stdout(`\n> ${step.join(' ')}\n`)
    if ((await host.run(step, target.path)) === 0) continue
    host.stderr(
      `error: ${step.join(' ')} failed. The files are in ${folder}; repeat it there when its cause is gone:\n`,
    )
    host.stderr(
      `${steps
        .slice(steps.indexOf(step))
        .map((one) => `  ${one.join(' ')}\n`)
        .join('')}`,
    )
    return 1
  }
  host.stdout(nextSteps(choices, steps, manager))
  return 0
}

function managerFor({ manager }: Template, running: PackageManager): PackageManager {
  return manager === undefined || manager === running.name ? running : managerOf(`${manager}/1.0.0`)
}

function nextSteps(
  { folder, template, isInstalling }: Choices,
  steps: readonly (readonly string[])[],
  manager: PackageManager,
): string {
  const place = /^[\w@./\\:-]+$/.test(folder) ? folder : JSON.stringify(folder)
  // Without the generated files, to be committed, the workflow fails.
  const first = isInstalling ? [] : steps.map((step) => `  ${step.join(' ')}\n`)
  const page = template.page?.(manager.run)
  return `
Now, the last line in another terminal:

  cd ${place}
${first.join('')}  ${manager.run} dev
  ${sampleCall(template.port)}
${page === undefined ? '' : `\nThe OpenAPI page is at ${page}.\n`}`
}
