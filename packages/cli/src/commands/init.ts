import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { writeAtomically } from '@ctxgen/codegen/write-atomically'
import { Command } from 'commander'
import { loadConfig } from '../config/load-config.ts'
import { done } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { addAttribute, attributeLine } from '../init/add-attribute.ts'
import { addScripts } from '../init/add-scripts.ts'
import { manifestOf, readingManifest } from '../init/manifest.ts'
import { addModuleType, hasNoCode, moduleTypeOf } from '../init/module-type.ts'
import {
  devTsconfig,
  type SourceExtension,
  sampleApp,
  sampleConfig,
  sampleDev,
  sampleDto,
  sampleFolder,
  sampleTsconfig,
} from '../init/sample.ts'

/** The project being set up. */
interface Setup {
  readonly cwd: string
  readonly hasManifest: boolean
  readonly extension: SourceExtension
  readonly say: (line: string) => void
}

/** Sets up a project, keeps existing files and prints what it wrote and kept. */
export async function init(argv: readonly string[], host: Host): Promise<number> {
  declareInit(host).parse([...argv], { from: 'user' })
  const { cwd } = host
  const say = (line: string): void => host.stdout(`${line}\n`)
  const hasManifest = existsSync(join(cwd, 'package.json'))
  if (hasManifest) writeType(cwd, say)
  const extension = hasManifest && moduleTypeOf(cwd) === 'module' ? 'ts' : 'mts'
  const setup: Setup = { cwd, hasManifest, extension, say }
  await writeConfig(setup)
  await writeSample(setup)
  const hasApp = writeApp(setup)
  writeScripts(setup, hasApp)
  writeAttributes(setup)
  sayWhatIsMissing(setup)
  say(`\nNow: ${hasApp ? nextSteps : 'npx ctxgen'}`)
  return done
}

const nextSteps = `npm run dev, and in another terminal
  curl 'localhost:3000/hello/Ann?times=2'
  curl 'localhost:3000/hello/Ann?times=x'`

function declareInit(host: Host): Command {
  return new Command('ctxgen init')
    .description(
      'Writes ctxgen.config.json, a sample DTO, an app that serves it, everything to run it (a tsconfig, dev.mjs, ' +
        'scripts and the type in package.json) and a line in .gitattributes. It keeps existing files, so you can run ' +
        'it again.',
    )
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

function writeType(cwd: string, say: Setup['say']): void {
  const path = join(cwd, 'package.json')
  const type = moduleTypeOf(cwd)
  if (type === 'module') return
  if (type === undefined && hasNoCode(cwd)) {
    writeAtomically(path, addModuleType(readFileSync(path, 'utf8')))
    say('added  package.json: "type": "module"')
    return
  }
  const reason = type === undefined ? 'has no "type"' : 'says "type": "commonjs"'
  say(`note   package.json ${reason}: sources are .mts, which are always ES modules; name your DTOs .mts too`)
}

async function writeConfig({ cwd, say }: Setup): Promise<void> {
  const { path } = await loadConfig(undefined, cwd)
  if (path === undefined) writeNew('ctxgen.config.json', sampleConfig, { cwd, say })
  else say(`kept   ${relative(cwd, path).replaceAll(sep, '/')}`)
}

async function writeSample({ cwd, extension, say }: Setup): Promise<void> {
  const { projects, folder } = await loadConfig(undefined, cwd)
  const inputs = folder === cwd ? projects.flatMap((project) => project.inputs ?? []) : []
  const place = join(cwd, sampleFolder)
  if (!inputs.includes(sampleFolder)) {
    say(
      `kept   ${sampleFolder}: no sample written, because the config reads ${inputs.join(', ') || 'nothing'} here`,
    )
  } else if (existsSync(place) && readdirSync(place).length > 0) {
    say(`kept   ${sampleFolder}: it is not empty`)
  } else {
    writeNew(`${sampleFolder}/hello.${extension}`, sampleDto, { cwd, say })
  }
}

/** Returns whether `dev.mjs` can run an app. */
function writeApp({ cwd, hasManifest, extension, say }: Setup): boolean {
  const app = `src/app.${extension}`
  const own = sampleApp(extension)
  const found = ['app', 'index', 'main', 'server'].flatMap((name) =>
    ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs'].map((ending) => `src/${name}.${ending}`),
  )
  const other = found.find((name) => existsSync(join(cwd, name)))
  if (other !== undefined && !(other === app && readFileSync(join(cwd, other), 'utf8') === own)) {
    say(`kept   ${other}: no app and no dev script written beside it`)
    return false
  }
  if (!hasManifest || !existsSync(join(cwd, sampleFolder, `hello.${extension}`))) return false
  writeNew(app, own, { cwd, say })
  const dev = sampleDev(writeTsconfig({ cwd, extension, say }), extension)
  writeNew('dev.mjs', dev, { cwd, say })
  return readFileSync(join(cwd, 'dev.mjs'), 'utf8') === dev
}

/** Returns the name of the tsconfig for the app. */
function writeTsconfig({ cwd, extension, say }: Pick<Setup, 'cwd' | 'extension' | 'say'>): string {
  const path = join(cwd, 'tsconfig.json')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (text === undefined || text === sampleTsconfig) {
    writeNew('tsconfig.json', sampleTsconfig, { cwd, say })
    return 'tsconfig.json'
  }
  say('kept   tsconfig.json')
  if (/^[^/\n]*"types":\s*\[(?![^\]]*"node")/m.test(text)) {
    say('note   tsconfig.json: add "node" to its "types", the declarations of @ctxgen/runtime need it')
  }
  writeNew('tsconfig.dev.json', devTsconfig(extension), { cwd, say })
  return 'tsconfig.dev.json'
}

function writeScripts({ cwd, hasManifest, say }: Setup, hasApp: boolean): void {
  if (!hasManifest) {
    say('kept   no package.json, so no scripts and no app: npm init -y')
    return
  }
  const path = join(cwd, 'package.json')
  const scripts = { generate: 'ctxgen', 'generate:check': 'ctxgen --check' }
  const wanted = hasApp ? { ...scripts, dev: 'node dev.mjs' } : scripts
  const { text, added, kept } = readingManifest(() => addScripts(readFileSync(path, 'utf8'), wanted))
  if (added.length > 0) writeAtomically(path, text)
  for (const name of added) say(`added  package.json: script ${name}`)
  for (const name of kept) {
    const way = name === 'dev' ? '; node dev.mjs starts the app' : ''
    say(`kept   package.json: existing script ${name}${way}`)
  }
  if (added.length + kept.length === 0) say('kept   package.json: the scripts exist')
}

function writeAttributes({ cwd, say }: Setup): void {
  const path = join(cwd, '.gitattributes')
  const text = addAttribute(existsSync(path) ? readFileSync(path, 'utf8') : '')
  if (text !== undefined) writeAtomically(path, text)
  say(text === undefined ? 'kept   .gitattributes' : `added  .gitattributes: ${attributeLine}`)
}

/** Prints the packages that the app or its build needs but package.json lacks. */
function sayWhatIsMissing({ cwd, hasManifest, say }: Setup): void {
  if (!hasManifest) return
  const manifest = manifestOf(readFileSync(join(cwd, 'package.json'), 'utf8'))
  const named = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(manifest[key] ?? {}),
  )
  const missing = (names: readonly string[]): string =>
    names.filter((name) => !named.includes(name)).join(' ')
  const runtime = missing(['@ctxgen/runtime'])
  const tools = missing(['ctxgen', 'typescript', '@types/node'])
  if (runtime !== '') say(`note   package.json lacks ${runtime}: npm i ${runtime}`)
  if (tools !== '') say(`note   package.json lacks development tools: npm i -D ${tools}`)
}

/** Writes a file unless it exists. */
function writeNew(name: string, text: string, { cwd, say }: Pick<Setup, 'cwd' | 'say'>): void {
  const path = join(cwd, name)
  const isThere = existsSync(path)
  if (!isThere) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  say(`${isThere ? 'kept ' : 'wrote'}  ${name}`)
}
