import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UriNames } from '../../../src/openapi/document/uri-names.ts'
import { AppModules } from '../../../src/openapi/routes/app-modules.ts'
import { isSuspect } from '../../../src/openapi/routes/suspect-routes.ts'

const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext }

/** Two DTOs: `Id` needs `id` by both binders, `Either` by its own binder alone. */
const needed = new Map<string, UriNames>([
  ['Id', { uri: ['id'], all: ['id'] }],
  ['Either', { uri: ['id'], all: [] }],
])

function isSuspectApp(files: Readonly<Record<string, string>>): boolean {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/p/${name}`, text]))
  texts.set('/p/id.bind.ts', '')
  const disk = {
    fileExists: (path: string) => texts.has(path),
    directoryExists: (path: string) => path === '/p',
    readFile: (path: string) => texts.get(path),
    getDirectories: () => [],
  }
  const modules = new AppModules({ disk, optionsOf: () => options })
  const paths = modules.reachedFrom('/p/app.ts')
  return isSuspect(paths, modules, new Map([['/p/id.bind.ts', needed]]))
}

const head = `import { App, type Ctx, type Group } from '@ctxgen/runtime'
import { bindUriId, bindAllId, bindUriEither, bindAllEither, Id } from './id.bind.js'
import * as dto from './id.bind.js'
export const app = new App()
`

/** Bodies of an app, and whether a path seems to lack a name. */
const bodies: readonly (readonly [isSuspect: boolean, what: string, text: string])[] = [
  [true, 'a binder', `app.get('/x/:di', (c) => c.json(bindUriId(c)))`],
  [false, 'a binder', `app.get('/x/:id', (c) => c.json(bindUriId(c)))`],
  [true, 'a binder of everything', `app.post('/x', (c) => c.json(bindAllId(c)))`],
  [false, 'a name that another source may fill', `app.post('/x', (c) => c.json(bindAllEither(c)))`],
  [true, 'that name, from the path alone', `app.post('/x', (c) => c.json(bindUriEither(c)))`],
  [true, 'bind().uri', `app.get('/x/:di', (c) => c.json(c.bind().uri(Id)))`],
  [true, 'bind().all of a namespace', `app.all('/x/:di', (c) => c.json(c.bind().all(dto.Id)))`],
  [true, 'the method of a DTO', `app.get('/x/:di', (c) => c.json(Id.uri(c)))`],
  [false, 'an optional parameter', `app.get('/x/:id?', (c) => c.json(bindUriId(c)))`],
  [false, 'a constraint', `app.get('/x/:id<int;min(1)>.json', (c) => c.json(bindUriId(c)))`],
  [true, 'add', `app.add(['GET', 'PUT'], '/x/:di', (c) => c.json(bindUriId(c)))`],
  [true, 'the second handler', `app.get('/x', (c) => c.next(), (c) => c.json(bindUriId(c)))`],
  [true, 'options before it', `app.post('/x', { bodyLimit: 9 }, (c) => c.json(bindUriId(c)))`],
  [true, 'a function by name', `app.get('/x', show)\nfunction show(c: Ctx) { c.json(bindUriId(c)) }`],
  [
    true,
    'a function in between',
    `app.get('/x', show)\nconst idOf = (c: Ctx) => bindUriId(c).id\nconst show = (c: Ctx) => c.json(idOf(c))`,
  ],
  [
    true,
    'an object of handlers',
    `const cars = { list(c: Ctx) {}, show: (c: Ctx) => c.json(bindUriId(c)) }\napp.get('/x', cars.show)`,
  ],
  [
    false,
    'its other handler',
    `const cars = { list(c: Ctx) {}, show: (c: Ctx) => c.json(bindUriId(c)) }\napp.get('/x', cars.list)`,
  ],
  [
    true,
    'a class',
    `class Cars { show(c: Ctx) { c.json(bindUriId(c)) } }\nconst cars = new Cars()\napp.get('/x', (c) => cars.show(c))`,
  ],
  [
    true,
    'a handler in parts',
    `const { show } = { show: (c: Ctx) => c.json(bindUriId(c)) }\napp.get('/x', show)`,
  ],
  [
    true,
    'a constant path',
    `const paths = { car: '/x/:di' }\nconst base = '/a'\napp.get(\`\${base}\${paths.car}\`, (c) => c.json(bindUriId(c)))`,
  ],
  [false, 'a path of unknown text', `app.get(process.argv[2]!, (c) => c.json(bindUriId(c)))`],
  [
    false,
    'the prefix of a group',
    `const cars = app.group('/:id')\ncars.get('/x', (c) => c.json(bindUriId(c)))`,
  ],
  [
    true,
    'the prefix of another group',
    `app.group('/:id')\napp.group('/y').get('/x', (c) => c.json(bindUriId(c)))`,
  ],
  [
    false,
    'a chain of routes',
    `app.route('/:id').route('/x').get((c) => c.json(bindUriId(c))).put((c) => c.json(bindUriId(c)))`,
  ],
  [true, 'a route without it', `app.route('/:di').get((c) => c.json(bindUriId(c)))`],
  [
    false,
    'a function that fills a route',
    `app.route('/:id', (cars) => { cars.get('/x', (c) => c.json(bindUriId(c))) })`,
  ],
  [
    false,
    'that function by name',
    `app.route('/:id', fill)\nfunction fill(cars: Group) { cars.get('/x', (c) => c.json(bindUriId(c))) }`,
  ],
  [
    true,
    'that function, of another route',
    `app.route('/:di', fill)\nfunction fill(cars: Group) { cars.get('/x', (c) => c.json(bindUriId(c))) }`,
  ],
  [
    false,
    'a function that takes a router',
    `fill(app.group('/:id'))\nfunction fill(cars: Group) { cars.get('/x', (c) => c.json(bindUriId(c))) }`,
  ],
  [
    false,
    'a mounted app',
    `const cars = new App()\ncars.get('/', (c) => c.json(bindUriId(c)))\napp.use('/:id', cars)`,
  ],
  [
    true,
    'an app mounted elsewhere',
    `const cars = new App()\ncars.get('/', (c) => c.json(bindUriId(c)))\napp.use('/:di', cars)`,
  ],
  [false, 'middleware of a prefix', `app.use('/:id', (c) => { bindUriId(c); return c.next() })`],
  [true, 'middleware without one', `app.use((c) => { bindUriId(c); return c.next() })`],
  [false, 'a map', `new Map<string, unknown>().get('/x/:di')`],
  [
    false,
    'a handler that names the app',
    `app.get('/x/:id', (c) => c.json(bindUriId(c)))\napp.get('/y', (c) => c.text(app.url('x')))`,
  ],
]

for (const [expected, what, text] of bodies) {
  test(`${what} is ${expected ? '' : 'not '}suspect`, () => {
    assert.is(isSuspectApp({ 'app.ts': head + text }), expected)
  })
}

test('handlers and routers are followed through imports', () => {
  const handlers = `import { bindUriId } from './id.bind.js'\nexport default (c) => c.json(bindUriId(c))\n`
  const barrel = `export { default as show } from './show.js'\nexport * from './none.js'\n`
  const routes = `import * as cars from './cars.js'\nexport function add(app) { app.get('/x', cars.show) }\n`
  const files = { 'show.ts': handlers, 'cars.ts': barrel, 'routes.ts': routes }
  const appWith = (prefix: string): string =>
    `import { App } from '@ctxgen/runtime'\nimport { add } from './routes.js'\nadd(new App().group('${prefix}'))\n`
  assert.is(isSuspectApp({ ...files, 'app.ts': appWith('/:di') }), true)
  assert.is(isSuspectApp({ ...files, 'app.ts': appWith('/:id') }), false)
})

test('circles of imports and names come to an end', () => {
  const app = `${head}import { b } from './b.js'\nexport const a = b\nexport * from './b.js'\nconst x = x\napp.get(x, a)\n`
  const other = `import { a } from './app.js'\nexport * from './app.js'\nexport const b = a\n`
  assert.is(isSuspectApp({ 'app.ts': app, 'b.ts': other }), false)
})

const fixtures = fileURLToPath(new URL('../../../../../fixtures/openapi', import.meta.url))
const examples = fileURLToPath(new URL('../../../../../examples', import.meta.url))

/** Apps whose handlers or paths only their evaluation can follow. */
const guessed: readonly string[] = []

test('of the apps of the fixtures and the examples, the one with the mistake is suspect', () => {
  const apps = [
    ...readdirSync(fixtures).map((name) => [name, join(fixtures, name, 'app.ts')] as const),
    ...readdirSync(examples).map((name) => [name, join(examples, name, 'src/app.ts')] as const),
  ].filter(([, path]) => ts.sys.fileExists(path))
  const found = apps.filter(([, path]) => {
    const modules = new AppModules({ disk: ts.sys, optionsOf: () => options })
    return isSuspect(modules.reachedFrom(path), modules, namesOfBinders(modules, path))
  })
  assert.equal(
    found.map(([name]) => name),
    ['error-missing-parameter', ...guessed],
  )
})

/** The required names, by a reading of the generated code. */
function namesOfBinders(modules: AppModules, app: string): Map<string, Map<string, UriNames>> {
  const paths = [...modules.reachedFrom(app)].flatMap((path) =>
    [...modules.textOf(path).matchAll(/'(\.[^']*\.bind)\.js'/g)].map(([, name]) =>
      join(path, '..', `${name}.ts`),
    ),
  )
  return new Map(
    paths.map((path) => {
      // A reader stands in its binder, or is a function where others call it.
      const readers = (ts.sys.readFile(path) ?? '').matchAll(
        /^(?:function readUri(\w+)|export const bindUri(\w+):.*\(at\) =>)[\s\S]*?^}/gm,
      )
      return [
        path,
        new Map(
          [...readers].map(([text, called, bound]) => {
            const name = called ?? bound ?? ''
            const names = [...text.matchAll(/at\.required\('(\w+)'\)/g)].map(([, key = '']) => key)
            return [name, { uri: names, all: [] }]
          }),
        ),
      ]
    }),
  )
}

test.run()
