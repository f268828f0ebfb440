import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { findProjectRoot } from '@ctxgen/codegen/project-root'
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
import { appTemplate } from '../init/templates/app-template.ts'
import { deploymentFiles, openApiConfig } from '../init/templates/node-project.ts'
import { managerOf } from '../init/templates/package-manager.ts'
import { sampleCall, sampleConfig, sampleFolder } from '../init/templates/sample-dto.ts'
import type { TemplateSetting } from '../init/templates/template.ts'
import { devTsconfig, sampleTsconfig } from '../init/templates/tsconfigs.ts'

/** The project being set up. */
interface Setup {
  readonly cwd: string
  readonly files: ProjectFiles
  readonly hasManifest: boolean
  readonly setting: TemplateSetting
  /** The files of the template `app`, by path. */
  readonly texts: Readonly<Record<string, string>>
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
  const setting = settingOf(host, files)
  const setup: Setup = { cwd, files, hasManifest, setting, texts: appTemplate.files(setting), say }
  const other = otherApp(setup)
  const hasDocument = await writeConfig(setup, other)
  await writeSample(setup)
  const isApp = writeApp(setup, { other, hasDocument })
  writeScripts(setup, isApp)
  writeLines('.gitattributes', [attributeLine], setup)
  if (isApp) writeLines('.gitignore', ignoredLines, setup)
  sayWhatIsMissing(setup, isApp)
  say(`\nNow: ${isApp ? nextSteps(setting.manager.run) : 'npx ctxgen'}`)
  return done
}

function nextSteps(run: string): string {
  return `${run} dev, and in another terminal
  ${sampleCall(appTemplate.port)}
The OpenAPI page is at ${appTemplate.page?.(run)}`
}

function declareInit(host: Host): Command {
  return new Command('ctxgen init')
    .description(
      'Writes ctxgen.config.json, a sample DTO, an app that serves it with a test, everything to run it (a tsconfig, ' +
        'dev.mjs, scripts and the type in package.json) and to deploy it (a Dockerfile, a workflow of GitHub), and lines ' +
        'in .gitattributes and .gitignore. It keeps existing files, so you can run it again. ' +
        '`npm create ctxgen@latest` makes a new project.',
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

function settingOf({ cwd, env }: Host, files: ProjectFiles): TemplateSetting {
  const manifest = files.read('package.json')
  const tsconfig = files.read('tsconfig.json')
  return {
    name: '',
    manager: managerOf(env['npm_config_user_agent']),
    extension: manifest !== undefined && moduleTypeOf(cwd) === 'module' ? 'ts' : 'mts',
    tsconfig: tsconfig === undefined || tsconfig === sampleTsconfig ? 'tsconfig.json' : 'tsconfig.dev.json',
  }
}

/** A module of another app, beside which none is written. */
function otherApp({ cwd, files, texts }: Setup): string | undefined {
  return ['app', 'index', 'main', 'server']
    .flatMap((name) =>
      ['ts', 'mts', 'cts', 'tsx', 'js', 'mjs', 'cjs'].map((ending) => `src/${name}.${ending}`),
    )
    .find((name) => existsSync(join(cwd, name)) && files.read(name) !== texts[name])
}

/** Returns whether the config, or the one that was there, writes a document. */
async function writeConfig(setup: Setup, other: string | undefined): Promise<boolean> {
  const { cwd, files, hasManifest, setting, say } = setup
  const { path, projects } = await loadConfig(undefined, cwd)
  if (path !== undefined) {
    say(`kept   ${relative(cwd, path).replaceAll(sep, '/')}`)
    return projects.some(({ openapi }) => openapi?.output !== undefined)
  }
  const hasDocument = hasManifest && other === undefined && (isEmpty(cwd) || hasSample(setup))
  const more = {
    ...(hasDocument && setting.tsconfig !== 'tsconfig.json' ? { project: setting.tsconfig } : {}),
    ...(hasDocument ? openApiConfig(setting.extension) : {}),
  }
  files.add('ctxgen.config.json', sampleConfig(more))
  return hasDocument
}

function isEmpty(cwd: string): boolean {
  const place = join(cwd, sampleFolder)
  return !existsSync(place) || readdirSync(place).length === 0
}

function hasSample({ files, setting }: Setup): boolean {
  return files.read(`${sampleFolder}/hello.${setting.extension}`) !== undefined
}

async function writeSample({ cwd, files, setting, texts, say }: Setup): Promise<void> {
  const { projects, folder } = await loadConfig(undefined, cwd)
  const inputs = folder === cwd ? projects.flatMap((project) => project.inputs ?? []) : []
  const name = `${sampleFolder}/hello.${setting.extension}`
  if (!inputs.includes(sampleFolder)) {
    say(
      `kept   ${sampleFolder}: no sample written, because the config reads ${inputs.join(', ') || 'nothing'} here`,
    )
  } else if (isEmpty(cwd)) files.add(name, texts[name] ?? '')
  else say(`kept   ${sampleFolder}: it is not empty`)
}

/** Returns whether there is our app, and `dev.mjs` can run it. */
function writeApp(
  setup: Setup,
  { other, hasDocument }: { readonly other: string | undefined; readonly hasDocument: boolean },
): boolean {
  const { cwd, files, hasManifest, setting, texts, say } = setup
  if (other !== undefined) say(`kept   ${other}: no app and no dev script written beside it`)
  if (other !== undefined || !hasManifest || !hasSample(setup)) return false
  if (!hasDocument) {
    const member = JSON.stringify(openApiConfig(setting.extension)).slice(1, -1)
    say(`note   the config: add ${member}, which the scripts, /docs and the test need`)
  }
  writeTsconfig(setup)
  // In a package of a workspace, lock file and workflows are elsewhere.
  const isRoot = findProjectRoot(cwd) === cwd
  for (const [name, text] of Object.entries(texts)) {
    const isWritten = /^(ctxgen\.config|tsconfig)\.json$/.test(name) || name.startsWith(`${sampleFolder}/`)
    if (!isWritten && (isRoot || !deploymentFiles.includes(name))) files.add(name, text)
  }
  return files.read('dev.mjs') === texts['dev.mjs']
}

function writeTsconfig({ files, setting, say }: Setup): void {
  if (setting.tsconfig === 'tsconfig.json') {
    files.add('tsconfig.json', sampleTsconfig)
    return
  }
  say('kept   tsconfig.json')
  if (/^[^/\n]*"types":\s*\[(?![^\]]*"node")/m.test(files.read('tsconfig.json') ?? '')) {
    say('note   tsconfig.json: add "node" to its "types", the declarations of @ctxgen/runtime need it')
  }
  files.add(setting.tsconfig, devTsconfig(setting.extension))
}

function writeScripts({ files, hasManifest, setting, say }: Setup, isApp: boolean): void {
  if (!hasManifest) {
    say('kept   no package.json, so no scripts and no app: npm init -y')
    return
  }
  const wanted = isApp
    ? appTemplate.scripts(setting)
    : { generate: 'ctxgen', 'generate:check': 'ctxgen --check' }
  let added: readonly string[] = []
  let kept: readonly string[] = []
  files.extend('package.json', (before) => {
    const result = readingManifest(() => addScripts(before, wanted))
    added = result.added
    kept = result.kept
    return result.text
  })
  for (const name of added) say(`added  package.json: script ${name}`)
  for (const name of kept) say(`kept   package.json: existing script ${name}; that of init: ${wanted[name]}`)
  if (added.length + kept.length === 0) say('kept   package.json: the scripts exist')
}

function writeLines(name: string, lines: readonly GitLine[], { files, say }: Setup): void {
  const before = files.read(name) ?? ''
  const isChanged = files.extend(name, (text) => addLines(text, lines))
  const added = lines.filter(({ covered }) => !covered.test(before)).map(({ text }) => text)
  say(isChanged ? `added  ${name}: ${added.join(', ')}` : `kept   ${name}`)
}

/** Prints the packages that the app or its build needs but package.json lacks, and how a framework calls binders. */
function sayWhatIsMissing({ files, hasManifest, setting, say }: Setup, isApp: boolean): void {
  if (!hasManifest) return
  const manifest = manifestOf(files.read('package.json') ?? '{}')
  const named = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(manifest[key] ?? {}),
  )
  const missing = (names: readonly string[]): string =>
    names.filter((name) => !named.includes(name)).join(' ')
  const { dependencies, devDependencies } = appTemplate
  const runtime = missing(isApp ? Object.keys(dependencies) : ['@ctxgen/runtime'])
  const tools = missing(isApp ? Object.keys(devDependencies) : ['ctxgen', 'typescript', '@types/node'])
  const { add } = setting.manager
  if (runtime !== '') say(`note   package.json lacks ${runtime}: ${add} ${runtime}`)
  if (tools !== '') say(`note   package.json lacks development tools: ${add} -D ${tools}`)
  for (const note of adapterNotes(named)) say(note)
}
