import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Command } from 'commander'
import { loadConfig } from '../config/load-config.ts'
import { done } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { adapterNotes } from '../init/adapters.ts'
import { addScripts } from '../init/add-scripts.ts'
import { addLines, attributeLine, type GitLine, ignoredLines } from '../init/git-lines.ts'
import { manifestOf, readingManifest } from '../init/manifest.ts'
import { addModuleType, hasNoCode, moduleTypeOf } from '../init/module-type.ts'
import { ProjectFiles } from '../init/project-files.ts'
import {
  devTsconfig,
  type SourceExtension,
  sampleApp,
  sampleConfig,
  sampleDev,
  sampleDto,
  sampleFolder,
  sampleScripts,
  sampleTsconfig,
} from '../init/sample.ts'

/** The project being set up. */
interface Setup {
  readonly cwd: string
  readonly files: ProjectFiles
  readonly hasManifest: boolean
  readonly extension: SourceExtension
  readonly say: (line: string) => void
}

/** Sets up a project, keeps existing files and prints what it wrote and kept. */
export async function init(argv: readonly string[], host: Host): Promise<number> {
  declareInit(host).parse([...argv], { from: 'user' })
  const { cwd } = host
  const say = (line: string): void => host.stdout(`${line}\n`)
  const files = new ProjectFiles(cwd, say)
  const hasManifest = existsSync(join(cwd, 'package.json'))
  if (hasManifest) writeType(cwd, files, say)
  const extension = hasManifest && moduleTypeOf(cwd) === 'module' ? 'ts' : 'mts'
  const setup: Setup = { cwd, files, hasManifest, extension, say }
  await writeConfig(setup)
  await writeSample(setup)
  const tsconfig = writeApp(setup)
  writeScripts(setup, tsconfig)
  writeLines('.gitattributes', [attributeLine], setup)
  if (tsconfig !== undefined) writeLines('.gitignore', ignoredLines, setup)
  sayWhatIsMissing(setup)
  say(`\nNow: ${tsconfig === undefined ? 'npx ctxgen' : nextSteps}`)
  return done
}

const nextSteps = `npm run dev, and in another terminal
  curl 'localhost:3000/hello/Ann?times=2'
  curl 'localhost:3000/hello/Ann?times=x'`

function declareInit(host: Host): Command {
  return new Command('ctxgen init')
    .description(
      'Writes ctxgen.config.json, a sample DTO, an app that serves it, everything to run it (a tsconfig, dev.mjs, ' +
        'scripts and the type in package.json) and lines in .gitattributes and .gitignore. It keeps existing files, ' +
        'so you can run ' +
        'it again.',
    )
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeOut: host.stdout, writeErr: host.stderr })
}

function writeType(cwd: string, files: ProjectFiles, say: Setup['say']): void {
  const type = moduleTypeOf(cwd)
  if (type === 'module') return
  if (type === undefined && hasNoCode(cwd)) {
    if (files.extend('package.json', addModuleType)) say('added  package.json: "type": "module"')
    return
  }
  const reason = type === undefined ? 'has no "type"' : 'says "type": "commonjs"'
  say(`note   package.json ${reason}: sources are .mts, which are always ES modules; name your DTOs .mts too`)
}

async function writeConfig({ cwd, files, say }: Setup): Promise<void> {
  const { path } = await loadConfig(undefined, cwd)
  if (path === undefined) files.add('ctxgen.config.json', sampleConfig)
  else say(`kept   ${relative(cwd, path).replaceAll(sep, '/')}`)
}

async function writeSample({ cwd, files, extension, say }: Setup): Promise<void> {
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
    files.add(`${sampleFolder}/hello.${extension}`, sampleDto)
  }
}

/** Returns the tsconfig of the app if `dev.mjs` can run it. */
function writeApp(setup: Setup): string | undefined {
  const { cwd, files, hasManifest, extension, say } = setup
  const app = `src/app.${extension}`
  const own = sampleApp(extension)
  const found = ['app', 'index', 'main', 'server'].flatMap((name) =>
    ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs'].map((ending) => `src/${name}.${ending}`),
  )
  const other = found.find((name) => existsSync(join(cwd, name)))
  if (other !== undefined && !(other === app && files.read(other) === own)) {
    say(`kept   ${other}: no app and no dev script written beside it`)
    return undefined
  }
  if (!hasManifest || files.read(`${sampleFolder}/hello.${extension}`) === undefined) return undefined
  files.add(app, own)
  const tsconfig = writeTsconfig(setup)
  const dev = sampleDev(tsconfig, extension)
  files.add('dev.mjs', dev)
  return files.read('dev.mjs') === dev ? tsconfig : undefined
}

/** Returns the name of the tsconfig for the app. */
function writeTsconfig({ files, extension, say }: Setup): string {
  const text = files.read('tsconfig.json')
  if (text === undefined || text === sampleTsconfig) {
    files.add('tsconfig.json', sampleTsconfig)
    return 'tsconfig.json'
  }
  say('kept   tsconfig.json')
  if (/^[^/\n]*"types":\s*\[(?![^\]]*"node")/m.test(text)) {
    say('note   tsconfig.json: add "node" to its "types", the declarations of @ctxgen/runtime need it')
  }
  files.add('tsconfig.dev.json', devTsconfig(extension))
  return 'tsconfig.dev.json'
}

/** @param tsconfig of the app, if `dev.mjs` can run it */
function writeScripts({ files, hasManifest, extension, say }: Setup, tsconfig: string | undefined): void {
  if (!hasManifest) {
    say('kept   no package.json, so no scripts and no app: npm init -y')
    return
  }
  const wanted = sampleScripts(tsconfig, extension)
  let added: readonly string[] = []
  let kept: readonly string[] = []
  files.extend('package.json', (before) => {
    const result = readingManifest(() => addScripts(before, wanted))
    added = result.added
    kept = result.kept
    return result.text
  })
  for (const name of added) say(`added  package.json: script ${name}`)
  for (const name of kept) {
    const way = name === 'dev' ? '; node dev.mjs starts the app' : ''
    say(`kept   package.json: existing script ${name}${way}`)
  }
  if (added.length + kept.length === 0) say('kept   package.json: the scripts exist')
}

function writeLines(name: string, lines: readonly GitLine[], { files, say }: Setup): void {
  const before = files.read(name) ?? ''
  const isChanged = files.extend(name, (text) => addLines(text, lines))
  const added = lines.filter(({ covered }) => !covered.test(before)).map(({ text }) => text)
  say(isChanged ? `added  ${name}: ${added.join(', ')}` : `kept   ${name}`)
}

/** Prints the packages that the app or its build needs but package.json lacks, and how a framework calls binders. */
function sayWhatIsMissing({ files, hasManifest, extension, say }: Setup): void {
  if (!hasManifest) return
  const manifest = manifestOf(files.read('package.json') ?? '{}')
  const named = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(manifest[key] ?? {}),
  )
  const missing = (names: readonly string[]): string =>
    names.filter((name) => !named.includes(name)).join(' ')
  const isOurs = files.read(`src/app.${extension}`) === sampleApp(extension)
  const runtime = missing(['@ctxgen/runtime', ...(isOurs ? ['@ctxgen/middleware'] : [])])
  const tools = missing(['ctxgen', 'typescript', '@types/node'])
  if (runtime !== '') say(`note   package.json lacks ${runtime}: npm i ${runtime}`)
  if (tools !== '') say(`note   package.json lacks development tools: npm i -D ${tools}`)
  for (const note of adapterNotes(named)) say(note)
}
