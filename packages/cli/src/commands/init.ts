import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { UsageError } from '@ctxgen/codegen/usage-error'
import { writeAtomically } from '@ctxgen/codegen/write-atomically'
import { Command } from 'commander'
import { loadConfig } from '../config/load-config.ts'
import { done } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { addAttribute, attributeLine } from '../init/add-attribute.ts'
import { addScripts } from '../init/add-scripts.ts'
import { sampleConfig, sampleDto, sampleFolder, sampleName } from '../init/sample.ts'

const scripts = { generate: 'ctxgen', 'generate:check': 'ctxgen --check' }

/** Sets a project up; what is there already stays. Says what it did and what it left alone. */
export async function init(argv: readonly string[], host: Host): Promise<number> {
  declareInit(host).parse([...argv], { from: 'user' })
  const steps = [writeConfig, writeSample, writeScripts, writeAttributes]
  for (const step of steps) for (const line of await step(host)) host.stdout(`${line}\n`)
  host.stdout('\nNow: npx ctxgen\n')
  return done
}

function declareInit(host: Host): Command {
  return new Command('ctxgen init')
    .description(
      'Writes ctxgen.config.json, a sample DTO, the scripts generate and generate:check in package.json and a line ' +
        'in .gitattributes. What is there already stays as it is, so that it can be run again.',
    )
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

async function writeConfig({ cwd }: Host): Promise<readonly string[]> {
  const { path } = await loadConfig(undefined, cwd)
  if (path !== undefined) return [`kept   ${shown(cwd, path)}`]
  writeFileSync(join(cwd, 'ctxgen.config.json'), sampleConfig, { flag: 'wx' })
  return ['wrote  ctxgen.config.json']
}

async function writeSample({ cwd }: Host): Promise<readonly string[]> {
  const { projects } = await loadConfig(undefined, cwd)
  const inputs = projects.flatMap((project) => project.inputs ?? [])
  if (!inputs.includes(sampleFolder)) {
    return [`kept   ${sampleFolder}: no sample, as the config reads ${inputs.join(', ') || 'nothing'}`]
  }
  const folder = join(cwd, sampleFolder)
  if (existsSync(folder) && readdirSync(folder).length > 0) return [`kept   ${sampleFolder}: it is not empty`]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, sampleName), sampleDto, { flag: 'wx' })
  return [`wrote  ${sampleFolder}/${sampleName}`]
}

function writeScripts({ cwd }: Host): readonly string[] {
  const path = join(cwd, 'package.json')
  if (!existsSync(path)) return ['kept   no package.json is here, so no scripts were added']
  const { text, added, kept } = readScripts(path)
  if (added.length > 0) writeAtomically(path, text)
  return [
    ...added.map((name) => `added  package.json: the script ${name}`),
    ...kept.map((name) => `kept   package.json: its own script ${name}`),
    ...(added.length + kept.length === 0 ? ['kept   package.json: it has the scripts'] : []),
  ]
}

function readScripts(path: string): ReturnType<typeof addScripts> {
  try {
    return addScripts(readFileSync(path, 'utf8'), scripts)
  } catch (error) {
    throw new UsageError(
      `package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function writeAttributes({ cwd }: Host): readonly string[] {
  const path = join(cwd, '.gitattributes')
  const text = addAttribute(existsSync(path) ? readFileSync(path, 'utf8') : '')
  if (text === undefined) return ['kept   .gitattributes']
  writeAtomically(path, text)
  return [`added  .gitattributes: ${attributeLine}`]
}

function shown(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/')
}
