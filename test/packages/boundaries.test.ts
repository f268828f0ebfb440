import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import {
  declaredDependencies,
  packages,
  type SourceImport,
  sourceImports,
  stageOf,
} from './source-imports.ts'

/*
 * The arrows. A folder may import what stands behind it and nothing else; a folder that is not here has to be put here.
 * Files beside the folders are entry points or the pipeline itself, and may import every folder.
 */
const arrows: Readonly<Record<(typeof packages)[number], Readonly<Record<string, readonly string[]>>>> = {
  codegen: {
    model: [],
    // What is said of a source: needs to know where things stand (model/source-span).
    diagnostics: ['model'],
    // Which files to read and where their outputs go, and what a run is given besides (own rules).
    input: ['model', 'disk'],
    // Questions to the disk, what was answered, and where the project lies.
    disk: [],
    // Of input/ only the error for a path that does not exist, of cache/ only how the compiler is loaded.
    parse: ['model', 'diagnostics', 'input', 'disk', 'cache'],
    check: ['model', 'diagnostics'],
    emit: ['model'],
    // Of emit/ only the banner, by which a file is known to be ours.
    write: ['model', 'diagnostics', 'disk', 'input', 'emit'],
    // Apps: read → model → document. Of emit/ the schemas of shapes, and what makes a file one of ours.
    openapi: ['model', 'diagnostics', 'input', 'disk', 'parse', 'emit'],
    // Runs that are remembered: what they saw, and whether it is still so.
    cache: ['diagnostics', 'disk', 'input', 'emit', 'write'],
  },
  runtime: {
    error: [],
    // What is said about a request, in several languages.
    messages: ['error'],
    request: ['error'],
    // Of validate/ only the date layouts, for a constraint.
    route: ['error', 'request', 'validate'],
    response: ['error', 'request'],
    // The compiled rules of @validate. Of messages/ only the English words for them.
    validate: ['error', 'messages'],
    bind: ['error', 'request', 'validate'],
    ctx: ['error', 'request', 'route', 'response', 'validate', 'bind'],
    app: ['error', 'request', 'route', 'response', 'validate', 'bind', 'ctx'],
    adapter: ['error', 'request', 'route', 'response', 'validate', 'bind', 'ctx', 'app'],
    // Answers of an app against a document.
    testing: ['adapter'],
  },
  cli: {
    report: [],
    config: [],
    init: [],
    watch: ['report'],
    // Of config/ what a config may say and where one is.
    plugin: ['report', 'config'],
    // Which apps to describe, and the routes of a running one.
    openapi: ['config'],
    commands: ['report', 'config', 'init', 'watch', 'openapi'],
  },
}

/** Files beside the folders that folders may import all the same: the shapes that a whole run shares, and where it lies. */
const sharedFiles: Readonly<Record<string, readonly string[]>> = {
  codegen: ['generated-file.ts', 'generate-options.ts', 'own-package.ts'],
  runtime: [],
  cli: ['exit-code.ts', 'flags.ts', 'host.ts', 'known-v8.ts', 'plan.ts', 'plan-run.ts', 'generate-all.ts'],
}

/** Where an arrow is as thin as one file. */
const narrow: readonly { readonly from: string; readonly to: string; readonly file: string }[] = [
  { from: 'parse', to: 'input', file: 'input/usage-error.ts' },
  { from: 'parse', to: 'cache', file: 'cache/compiled-file.ts' },
  { from: 'write', to: 'emit', file: 'emit/text/banner.ts' },
]

for (const name of packages) {
  const imports = sourceImports(name)

  test(`${name}: every arrow between folders points the right way`, () => {
    const wrong = imports.filter((one) => {
      const from = stageOf(one.file)
      const to = stageOf(one.target ?? one.file)
      if (from === to || isFile(from)) return false
      const allowed = isFile(to) ? sharedFiles[name] : arrows[name][from]
      return allowed?.includes(to) !== true
    })
    assert.equal(wrong.map(shown), [])
  })

  test(`${name}: every folder is known`, () => {
    const folders = new Set(imports.map(({ file }) => stageOf(file)).filter((stage) => !isFile(stage)))
    assert.equal(
      [...folders].filter((folder) => arrows[name][folder] === undefined),
      [],
    )
  })

  test(`${name}: no file imports itself in the end`, () => {
    assert.equal(cycles(imports), [])
  })

  test(`${name}: no two files have the same name`, () => {
    const names = [...new Set(imports.map(({ file }) => file))].map((file) => posix.basename(file))
    assert.equal(
      names.filter((one, i) => names.indexOf(one) !== i),
      [],
    )
  })

  test(`${name}: relative imports name files, by their whole name`, () => {
    const wrong = imports.filter(
      ({ target }) => target !== undefined && !(/\.c?[jt]s$/.test(target) && isThere(name, target)),
    )
    assert.equal(wrong.map(shown), [])
  })

  test(`${name}: what is imported is declared`, () => {
    const declared = declaredDependencies(name)
    const wrong = foreign(imports).filter(({ specifier }) => {
      return !specifier.startsWith('node:') && !declared.includes(packageOf(specifier))
    })
    assert.equal(wrong.map(shown), [])
  })
}

test('an arrow that is as thin as one file stays so', () => {
  const imports = sourceImports('codegen')
  for (const { from, to, file } of narrow) {
    const targets = imports
      .filter((one) => stageOf(one.file) === from && one.target !== undefined && stageOf(one.target) === to)
      .map(({ target }) => target)
    assert.equal([...new Set(targets)], [file], `${from} → ${to}`)
  }
})

test('only parse/ knows the compiler, and the model knows nobody', () => {
  const compiler = foreign(packages.flatMap(sourceImports)).filter(({ specifier }) =>
    /^(ts-morph|typescript)(\/|$)/.test(specifier),
  )
  assert.ok(compiler.length > 0)
  assert.equal(
    compiler.filter((one) => one.package !== 'codegen' || stageOf(one.file) !== 'parse').map(shown),
    [],
  )
  assert.equal(
    foreign(sourceImports('codegen'))
      .filter(({ file }) => stageOf(file) === 'model')
      .map(shown),
    [],
  )
})

test('the command imports the generator, and the generator and the runtime nothing of ours', () => {
  const ours = foreign(packages.flatMap(sourceImports)).filter(({ specifier }) =>
    /^(ctxgen|@ctxgen\/.*)$/.test(specifier),
  )
  assert.equal(
    [...new Set(ours.map((one) => `${one.package} → ${one.specifier}`))].sort(),
    // The light entries are for commands that must not load the compiler.
    [
      'cli → @ctxgen/codegen',
      'cli → @ctxgen/codegen/cached',
      'cli → @ctxgen/codegen/openapi',
      'cli → @ctxgen/codegen/project-root',
      'cli → @ctxgen/codegen/recall',
      'cli → @ctxgen/codegen/usage-error',
      'cli → @ctxgen/codegen/write-atomically',
    ],
  )
})

test('of the runtime only the adapters know node', () => {
  const wrong = foreign(sourceImports('runtime')).filter(
    ({ file, specifier }) => specifier.startsWith('node:') && stageOf(file) !== 'adapter',
  )
  assert.equal(wrong.map(shown), [])
})

function isFile(stage: string): boolean {
  return stage.endsWith('.ts')
}

function isThere(name: string, target: string): boolean {
  return existsSync(join(root, 'packages', name, 'src', target))
}

function foreign(imports: readonly SourceImport[]): readonly SourceImport[] {
  return imports.filter(({ target }) => target === undefined)
}

/** `@scope/name/entry` is of `@scope/name`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function shown({ package: name, file, specifier }: SourceImport): string {
  return `packages/${name}/src/${file} imports ${specifier}`
}

/** Every circle of imports, types included. */
function cycles(imports: readonly SourceImport[]): readonly string[] {
  const targets = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    if (target !== undefined) targets.set(file, (targets.get(file) ?? new Set()).add(target))
  }
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return found
}

test.run()
