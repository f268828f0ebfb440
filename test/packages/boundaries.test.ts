import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
 * The arrows. A folder may import the folders listed for it and nothing else; a new folder needs an entry.
 * Files beside the folders are entry points or the pipeline itself, and may import every folder.
 */
const arrows: Readonly<Record<(typeof packages)[number], Readonly<Record<string, readonly string[]>>>> = {
  core: { 'json-schema': [], rules: [], 'rule-tests': ['rules'] },
  codegen: {
    model: [],
    // Diagnostics of a source: needs positions (model/source-span).
    diagnostics: ['model'],
    // Inputs to read, output paths, and further inputs of a run (own rules).
    input: ['model', 'disk'],
    // Questions to the disk, their answers, and the project's folder.
    disk: [],
    // From input/ only the error for a missing path.
    parse: ['model', 'diagnostics', 'input', 'disk'],
    check: ['model', 'diagnostics'],
    // Decisions about a generated file, as plain data.
    plan: ['model'],
    emit: ['model', 'plan'],
    // From emit/ only the banner, which identifies our files.
    write: ['model', 'diagnostics', 'disk', 'input', 'emit'],
    // Apps: read → model → document. From check/ the rules for DTOs, from plan/ the shapes, from emit/ the banner.
    openapi: ['model', 'diagnostics', 'input', 'disk', 'parse', 'check', 'plan', 'emit'],
    // Clients: operations → plan → print, and the parts that are printed. Of openapi/ what was read, and paths and names, of
    // parse/ the sources that call a client.
    client: ['model', 'diagnostics', 'disk', 'parse', 'emit', 'openapi'],
    // Cached runs: their evidence, and whether it still holds.
    cache: ['diagnostics', 'disk', 'input', 'emit', 'write'],
    // The pipeline, and what keeps its results: run/generate.ts has it on one screen.
    run: ['model', 'diagnostics', 'disk', 'input', 'parse', 'check', 'emit', 'write', 'cache', 'openapi'],
    // A run as an editor has it. From plan/ the names of binders.
    // Schemas of other libraries as sources. From plan/ the form of names, from emit/ literals.
    migrate: ['model', 'diagnostics', 'input', 'disk', 'parse', 'plan', 'emit'],
    editor: ['model', 'diagnostics', 'disk', 'input', 'parse', 'plan', 'run'],
  },
  runtime: {
    error: [],
    // Messages about a request, in several languages.
    messages: ['error'],
    request: ['error'],
    route: ['error', 'request'],
    response: ['error', 'request'],
    // The compiled rules of @validate. From messages/ only their English words.
    validate: ['error', 'messages'],
    bind: ['error', 'request', 'validate'],
    ctx: ['error', 'request', 'route', 'response', 'validate', 'bind'],
    app: ['error', 'request', 'route', 'response', 'validate', 'bind', 'ctx'],
    adapter: ['error', 'request', 'route', 'response', 'validate', 'bind', 'ctx', 'app'],
    // Answers of an app against a document.
    testing: ['route', 'adapter'],
  },
  cli: {
    report: [],
    config: [],
    init: [],
    // Of init/ the templates.
    create: ['init'],
    watch: ['report'],
    // From config/ its schema and its path.
    plugin: ['report', 'config'],
    // Which apps to describe, and the routes of a running one.
    openapi: ['config', 'watch'],
    client: ['config'],
    // Failures that no editor can show, and where the config is.
    lsp: ['report', 'config'],
    commands: ['report', 'config', 'init', 'watch', 'openapi', 'client', 'lsp'],
  },
  // An entry point each, and the folders they share.
  middleware: {
    answers: [],
    auth: [],
    // The answers of a cache stand in a store, and none shows the nonce of a policy.
    caching: ['answers', 'csp', 'store'],
    chain: [],
    coding: [],
    cookies: ['chain'],
    csp: [],
    forward: [],
    log: [],
    metric: [],
    // The brokers of channels.
    nats: [],
    origin: [],
    redis: [],
    bounded: [],
    rate: ['bounded'],
    rules: ['chain'],
    sealing: [],
    // Sessions in memory are bounded as limits are.
    sessions: ['auth', 'bounded', 'sealing', 'store'],
    store: ['bounded', 'chain'],
    // Of idempotency: what is known of a key, in memory where a store is away.
    keys: ['answers', 'chain', 'store'],
  },
}

/** The arrows between the rooms of folders, whose roots stand on all. */
const roomArrows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'codegen/parse': {
    // The compiler: programs, files, spans.
    project: [],
    tags: ['project'],
    types: ['project', 'tags'],
    // Declarations: tags and types together.
    dto: ['project', 'tags', 'types'],
    // Types of packages that cannot be bound, with the reason and a way out.
    refuse: ['project', 'tags', 'types', 'dto'],
  },
  'runtime/adapter': {
    // Options and the end of every server.
    listen: [],
    body: [],
    files: [],
    docs: [],
    // Of fetch/ the upgrades to WebSockets, which are requests of `app.fetch`.
    node: ['listen', 'body', 'fetch'],
    fetch: ['listen', 'body'],
    frameworks: ['body', 'node', 'fetch', 'files'],
  },
  'runtime/bind': {
    // The state of reading a request, and its settings.
    reading: [],
    // Types of values in texts.
    scalar: [],
    shape: ['reading', 'scalar'],
    text: ['reading', 'scalar'],
    decoded: ['reading', 'scalar', 'shape'],
    multipart: ['reading', 'scalar', 'text', 'decoded'],
    // The interface of a request's parsers.
    parsers: ['reading', 'shape', 'text', 'decoded'],
    // Functions of generated readers, for each source.
    sources: ['reading', 'scalar', 'shape', 'text', 'decoded', 'multipart', 'parsers'],
    binder: ['reading', 'shape', 'text', 'decoded', 'multipart', 'parsers', 'sources'],
    // DTO objects and checks of values, which are no requests.
    dto: ['reading', 'shape', 'text', 'decoded', 'parsers', 'sources'],
  },
}

/** Files beside the folders that folders may import all the same. */
const sharedFiles: Readonly<Record<string, readonly string[]>> = {
  core: ['number-range.ts'],
  codegen: [],
  runtime: [],
  cli: [
    ...['command-names.ts', 'exit-code.ts', 'flags.ts', 'host.ts', 'outside-error.ts'],
    ...['plan.ts', 'plan-run.ts', 'generate-all.ts', 'app-options.ts', 'app-outputs.ts'],
  ],
  middleware: ['memory-store.ts'],
}

/** Arrows limited to one file. */
const narrow: readonly { readonly from: string; readonly to: string; readonly file: string }[] = [
  { from: 'parse', to: 'input', file: 'input/usage-error.ts' },
  { from: 'write', to: 'emit', file: 'emit/text/banner.ts' },
  { from: 'openapi', to: 'emit', file: 'emit/text/banner.ts' },
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

  test(`${name}: no import circle`, () => {
    assert.equal(cycles(imports), [])
  })

  test(`${name}: no two files have the same name`, () => {
    const names = [...new Set(imports.map(({ file }) => file))].map((file) => posix.basename(file))
    assert.equal(
      names.filter((one, i) => names.indexOf(one) !== i),
      [],
    )
  })

  test(`${name}: relative imports have full file names`, () => {
    const wrong = imports.filter(
      ({ target }) => target !== undefined && !(/\.c?[jt]s$/.test(target) && isThere(name, target)),
    )
    assert.equal(wrong.map(shown), [])
  })

  test(`${name}: imported packages are declared`, () => {
    const declared = declaredDependencies(name)
    const wrong = foreign(imports).filter(({ specifier }) => {
      return !specifier.startsWith('node:') && !isCore(specifier) && !declared.includes(packageOf(specifier))
    })
    assert.equal(wrong.map(shown), [])
  })
}

for (const [path, arrowsOf] of Object.entries(roomArrows)) {
  test(`the rooms of ${path}/ stand on one another as listed`, () => {
    const [name, folder] = path.split('/')
    const roomOf = (file: string): string | undefined =>
      stageOf(file) === folder ? /^\w+\/(\w+)\//.exec(file)?.[1] : undefined
    const imports = packages.filter((one) => one === name).flatMap(sourceImports)
    const wrong = imports.filter(({ file, target = '' }) => {
      const [from, to] = [roomOf(file), roomOf(target)]
      if (from === undefined || stageOf(target) !== folder || from === to) return false
      return to === undefined || arrowsOf[from]?.includes(to) !== true
    })
    assert.equal(wrong.map(shown), [])
    const rooms = new Set(imports.flatMap(({ file }) => roomOf(file) ?? []))
    assert.equal([...rooms].sort(), Object.keys(arrowsOf).sort())
  })
}

test('an arrow limited to one file stays so', () => {
  const imports = sourceImports('codegen')
  for (const { from, to, file } of narrow) {
    const targets = imports
      .filter((one) => stageOf(one.file) === from && one.target !== undefined && stageOf(one.target) === to)
      .map(({ target }) => target)
    assert.equal([...new Set(targets)], [file], `${from} → ${to}`)
  }
})

test('parse/, openapi/, client/, editor/ and migrate/ alone import the compiler, and core imports nothing but itself', () => {
  const compiler = foreign(packages.flatMap(sourceImports)).filter(({ specifier }) =>
    /^(ts-morph|typescript)(\/|$)/.test(specifier),
  )
  assert.ok(compiler.length > 0)
  assert.equal(
    compiler
      .filter(
        (one) =>
          one.package !== 'codegen' ||
          !['parse', 'openapi', 'client', 'editor', 'migrate'].includes(stageOf(one.file)),
      )
      .map(shown),
    [],
  )
  assert.equal(foreign(sourceImports('core')).map(shown), [])
  const model = foreign(sourceImports('codegen')).filter(({ file }) => stageOf(file) === 'model')
  assert.equal(model.filter(({ specifier }) => !isCore(specifier)).map(shown), [])
})

test('the compiler is imported from the root of ts-morph, and read by its declared members', () => {
  for (const { file, specifier } of foreign(sourceImports('codegen'))) {
    assert.not(specifier === 'node:vm' || /^@?ts-morph\//.test(specifier), `${file} imports ${specifier}`)
    if (specifier !== 'ts-morph') continue
    const text = readFileSync(join(root, 'packages/codegen/src', file), 'utf8')
    assert.not.match(text, /Reflect\.|\bas (?:\{|unknown|any)|@ts-/, file)
  }
})

test('the command imports the generator, middleware the runtime; generator and runtime only the core', () => {
  const ours = foreign(packages.flatMap(sourceImports)).filter(({ specifier }) =>
    /^(ctxgen|@ctxgen\/(?!core\/).*)$/.test(specifier),
  )
  assert.equal(
    [...new Set(ours.map((one) => `${one.package} → ${one.specifier}`))].sort(),
    // The light entries are for commands that must not load the compiler.
    [
      'cli → @ctxgen/codegen',
      'cli → @ctxgen/codegen/cached',
      'cli → @ctxgen/codegen/client',
      'cli → @ctxgen/codegen/editor',
      'cli → @ctxgen/codegen/migrate',
      'cli → @ctxgen/codegen/openapi',
      'cli → @ctxgen/codegen/openapi-cached',
      'cli → @ctxgen/codegen/project-file',
      'cli → @ctxgen/codegen/project-root',
      'cli → @ctxgen/codegen/recall',
      'cli → @ctxgen/codegen/usage-error',
      'middleware → @ctxgen/runtime',
      'middleware → @ctxgen/runtime/middleware',
    ],
  )
})

test('files change behind the door of write/, in caches, beside a config in TypeScript, and in a new project', () => {
  const changing = /\b(writeFile|appendFile|mkdir|rm|rename|unlink|copyFile|symlink|truncate)(Sync)?\b/
  const users = ['codegen', 'cli'].flatMap((name) => {
    const src = join(root, 'packages', name, 'src')
    return readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        [
          ...readFileSync(join(src, file), 'utf8').matchAll(/import ([^;]*?) from 'node:fs(?:\/promises)?'/g),
        ].some(([, names = '']) => changing.test(names) || !names.includes('{')),
      )
      .map((file) => `${name}/${file.replaceAll('\\', '/')}`)
  })
  assert.equal(users.sort(), [
    'cli/config/import-typescript.ts',
    'cli/create/create.ts',
    'codegen/cache/store-manifest.ts',
    'codegen/run/openapi-cached.ts',
    'codegen/write/output.ts',
    'codegen/write/project-file.ts',
    'codegen/write/temporary-file.ts',
    'codegen/write/write-atomically.ts',
  ])
})

test('in the runtime only the adapters import node', () => {
  const wrong = foreign(sourceImports('runtime')).filter(
    ({ file, specifier }) => specifier.startsWith('node:') && stageOf(file) !== 'adapter',
  )
  assert.equal(wrong.map(shown), [])
})

test('no two files of a package have one name', () => {
  for (const name of packages) {
    for (const folder of ['src', 'test']) {
      const files = readdirSync(join(root, 'packages', name, folder), { recursive: true, encoding: 'utf8' })
      const names = files.filter((file) => file.endsWith('.ts')).map((file) => posix.basename(file))
      const twice = names.filter((one, i) => names.indexOf(one) !== i)
      assert.equal(twice, [], `${name}/${folder}`)
    }
  }
})

/** The core is bundled into the packages, which therefore declare no dependency on it. */
function isCore(specifier: string): boolean {
  return specifier.startsWith('@ctxgen/core/')
}

function isFile(stage: string): boolean {
  return stage.endsWith('.ts')
}

function isThere(name: string, target: string): boolean {
  return existsSync(join(root, 'packages', name, 'src', target))
}

function foreign(imports: readonly SourceImport[]): readonly SourceImport[] {
  return imports.filter(({ target }) => target === undefined)
}

/** `@scope/name/entry` belongs to `@scope/name`. */
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
