/** A place of a service's source, and what may stand there. */
interface Choice {
  readonly path: string
  readonly options: readonly string[]
  /** Texts with which the service has no document. */
  readonly mistakes?: readonly string[]
}

/** The text of a file; `<<0>>` stands for the choice of that number, an empty text for no file. */
const templates: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "cars", "version": "<<0>>", "type": "module" }',
  'tsconfig.json': `{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "types": [],
  "paths": { "#store": ["./src/<<0>>.ts"] } }, "include": ["src"] }`,
  'src/globals.d.ts': 'interface Place { <<0>> }\n',
  'src/augments.ts': '<<0>>\n',
  'src/types.ts': `export interface Shared { name: string }
export interface Kept { <<0>> }
`,
  'src/limits.ts': `export const first = '<<0>>'
export const created = <<1>>
`,
  'src/store-a.ts': `import type { Shared } from './types.js'
import { missingStatus } from './fail.js'
export function find(id: string) {
  if (id === '') missingStatus('no car')
  return { id, <<0>> }
}
export const shared: Shared = { name: 'x' }
`,
  'src/store-b.ts': `export function find(id: string) { return { id, b: [<<0>>] } }
export const shared = { name: 1 }
`,
  'src/fail.ts': `import { HttpError } from '@ctxgen/runtime'
export function missingStatus(text: string): never {
  throw new HttpError(<<0>>, text)
}
`,
  'src/reply.ts': `import type { Ctx } from '@ctxgen/runtime'
export function reply<T>(c: Ctx, data: T): unknown {
  return c.status(<<0>>).json(<<1>>)
}
`,
  'src/answer-error.ts': `import { type Ctx, HttpError, problemOf } from '@ctxgen/runtime'
export function answerError(c: Ctx, error: unknown): unknown {
  if (error instanceof HttpError && error.status === <<0>>) return c.status(410).json({ <<1>> })
  return c.status(problemOf(error).status).json({ <<1>> })
}
`,
  'src/middleware.ts': `import { type Ctx, HttpError } from '@ctxgen/runtime'
<<0>>
export function before(c: Ctx): unknown {
  <<1>>
  return c.next()
}
`,
  'src/dto/car.ts': `/** @query */
export interface Search {
  page: number
  <<0>>
}
/** <<1>> @json */
export interface NewCar {
  plate: string
}
/** @response */
export interface Car {
  plate: string
  doors: <<2>>
}
`,
  'src/cars.ts': `import type { Group } from '@ctxgen/runtime'
import { find } from '#store'
import { bindJsonNewCar, bindQuerySearch, sendJsonCar } from './dto/car.bind.js'
import { created } from './limits.js'
import { reply } from './reply.js'
export function cars(api: Group): void {
  api.get('/cars', (c) => {
    const { page } = bindQuerySearch(c)
    return c.json({ page, <<0>> })
  })
  /** <<1>> */
  api.get('/cars/:id', (c) => c.json(find(c.params('id'))))
  api.post('/cars', (c) => {
    const { plate } = bindJsonNewCar(c)
    c.status(created)
    sendJsonCar(c, { plate, doors: 4 as never })
  })
  api.get('/wrapped/:id', (c) => reply(c, find(c.params('id'))))
  <<2>>
}
`,
  'src/others.ts': `import type { App, Ctx } from '@ctxgen/runtime'
import { shared } from './store-a.js'
import type { Kept } from './types.js'
import { table } from './table.js'
declare const kept: Kept
declare const place: Place
const answer = (status: number) => (c: Ctx) => c.status(status).json(kept)
export function others(app: App): void {
  app.get('/kept', answer(<<0>>))
  app.get('/shared', (c) => c.json(shared))
  app.get('/place', (c) => c.json({ place }))
  for (const [path, value] of table) app.get(path, (c) => c.json({ value }))
}
`,
  'src/table.ts': 'export const table = [<<0>>] as const\n',
  'src/app.ts': `import { App } from '@ctxgen/runtime'
import { answerError } from './answer-error.js'
import './augments.js'
import { cars } from './cars.js'
import { first } from './limits.js'
import { before } from './middleware.js'
import { others } from './others.js'
export const app = new App({ errorHandler: answerError })
<<0>>
app.route(first, cars)
others(app)
`,
}

const choices: readonly Choice[] = [
  { path: 'package.json', options: ['1.0.0', '1.0.1'] },
  { path: 'tsconfig.json', options: ['store-a', 'store-b'] },
  { path: 'src/globals.d.ts', options: ['x: number', 'x: string; y?: 1 | 2', ''] },
  {
    path: 'src/augments.ts',
    options: [
      'export {}',
      "export {}\ndeclare module './types.js' { interface Shared { extra: boolean } }",
      'export {}\ndeclare global { interface Place { z: Date } }',
    ],
  },
  {
    path: 'src/types.ts',
    options: ["a: 'x' | 'y'", "a: 'y' | 'x' | null", 'b: Kept[]'],
    mistakes: ['c: any'],
  },
  { path: 'src/limits.ts', options: ['/api', '/v2'] },
  { path: 'src/limits.ts', options: ['201', '202', '201 as 200 | 201'], mistakes: ['Number(first)'] },
  {
    path: 'src/store-a.ts',
    options: ['a: 1', 'a: new Date()', "a: 'x' as 'x' | 'y', b: null", 'sent: shared'],
  },
  { path: 'src/store-b.ts', options: ['1', "'x', 2", ''] },
  { path: 'src/fail.ts', options: ['404', '410', 'Math.random() < 0.5 ? 404 : 409'] },
  { path: 'src/reply.ts', options: ['200', '203'] },
  { path: 'src/reply.ts', options: ['data', '{ data }', '[data, data]'] },
  { path: 'src/answer-error.ts', options: ['404', '410'] },
  { path: 'src/answer-error.ts', options: ['error: true', "code: 'x'", 'detail: problemOf(error)'] },
  { path: 'src/middleware.ts', options: ['', '/** @security bearer */', '/** @security basic */'] },
  {
    path: 'src/middleware.ts',
    options: ['', "c.set('X-A', 'b')", "if (c.get('X-Key') === '') throw new HttpError(403)"],
  },
  { path: 'src/dto/car.ts', options: ['', 'sort?: string', "/** @default up */ order: 'up' | 'down'"] },
  { path: 'src/dto/car.ts', options: ['', 'A new car.'] },
  { path: 'src/dto/car.ts', options: ['number', 'Date', "'two' | 'four'"] },
  {
    path: 'src/cars.ts',
    options: ['total: 1', "cars: [find('')]", 'found: c.query("q")'],
    mistakes: ['broken: ('],
  },
  {
    path: 'src/cars.ts',
    options: ['', 'One car.', '@deprecated', '@hidden'],
    mistakes: ['@answer 404 Nothing'],
  },
  {
    path: 'src/cars.ts',
    options: ['', "api.delete('/cars/:id', (c) => c.sendStatus(created))"],
    mistakes: ['api.get(created, find)'],
  },
  { path: 'src/others.ts', options: ['200', '299'] },
  { path: 'src/table.ts', options: ['', "['/a', 1]", "['/a', 1], ['/b', 'x']"] },
  {
    path: 'src/app.ts',
    options: ['', 'app.use(before)', "app.use('/api', before)", 'if (Date.now() > 1) app.use(before)'],
  },
]

/** Files that may be absent. */
const removable: readonly string[] = ['src/table.ts', 'src/fail.ts', 'src/globals.d.ts', 'src/store-b.ts']

/** A service in one of many states. */
export class RandomService {
  readonly #chosen: number[] = choices.map(() => 0)
  readonly #removed = new Set<string>()

  get files(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.keys(templates).map((path) => [path, this.#textOf(path)]))
  }

  /** Changes one thing. @returns the path of the file, and its text; `undefined` for a file that is gone */
  edit(below: (end: number) => number): { readonly path: string; readonly text: string | undefined } {
    const path = this.#mend(below) ?? this.#change(below)
    return { path, text: this.#removed.has(path) ? undefined : this.#textOf(path) }
  }

  /** Mends a mistake before the next one is made, since all states with mistakes have much the same diagnostics. */
  #mend(below: (end: number) => number): string | undefined {
    const [removed] = this.#removed
    const broken = choices.findIndex(({ options }, i) => (this.#chosen[i] ?? 0) >= options.length)
    if ((removed === undefined && broken < 0) || below(2) === 0) return undefined
    if (removed !== undefined) this.#removed.delete(removed)
    else this.#chosen[broken] = 0
    return removed ?? choices[broken]?.path
  }

  #change(below: (end: number) => number): string {
    if (below(10) === 0) {
      const path = removable[below(removable.length)] ?? ''
      this.#removed.add(path)
      return path
    }
    const i = below(choices.length)
    const { path, options, mistakes = [] } = choices[i] ?? { path: '', options: [] }
    const isMistake = mistakes.length > 0 && below(3) === 0
    this.#chosen[i] = isMistake ? options.length + below(mistakes.length) : below(options.length)
    this.#removed.delete(path)
    return path
  }

  #textOf(path: string): string {
    const own = choices.flatMap((one, i) =>
      one.path === path ? [[...one.options, ...(one.mistakes ?? [])][this.#chosen[i] ?? 0] ?? ''] : [],
    )
    return (templates[path] ?? '').replace(/<<(\d)>>/g, (_, at: string) => own[Number(at)] ?? '')
  }
}
