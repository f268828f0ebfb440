import { generate } from '@ctxgen/codegen'
import { Project, ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withMadeParts } from '../../scripts/made-parts.mjs'
import { namedMethods, pageText } from '../docs/doc-pages.ts'
import { compileErrors } from '../support/strict-compile.ts'
import { inTempProject } from '../support/temp-project.ts'

// Completions and hovers, by the language service of TypeScript.

const dto = `
/**
 * One page of cars, e.g. of a garage. The second sentence
 * is for documents.
 * @body @response
 */
export interface ListCars {
  /** @query @validate min=1 */ page: number
  /** @uri */ id: number
  /** @header X-Request-Id */ requestId?: string
  /** @cookie */ session?: string
  /** @respHeader */ etag?: string
  /** @json @form @xml n @msgpack m @cbor c */ name: string
}

/** The cars of a garage @json @response */
export type Cars = { make: string }[]

/** @json */
export interface Untold { name: string }

/** Text with (@deprecated) in it. @query */
export interface Tagged { q: string }

/** @response */
export interface Answer { text: string }
`

const binders = 'uri query header respHeader cookie form json xml msgPack cbor body all'.split(' ')
const sentence = 'One page of cars, e.g. of a garage.'
const thrown =
  '@throws {BindError} for a request that does not fit, ValidationError for one that breaks a rule'
const thrownOfBody = thrown.replace('a request', 'a body')

/** Calls, each with the hover of the called function: its text and its tags. */
const hovers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    binders.map((name) => [`bind${capital(name)}ListCars(c)`, `${sentence}\n${thrown}`] as const),
  ),
  'bindJsonCars(c)': `The cars of a garage\n${thrownOfBody}`,
  'bindBodyCars(c)': `The cars of a garage\n${thrownOfBody}`,
  'bindAllCars(c)': `The cars of a garage\n${thrownOfBody}`,
  'bindJsonUntold(input)': `\n${thrown}`,
  'bindQueryTagged(input)': `\n${thrown}`,
  'ListCars.query(c)': `\n${thrown}`,
}

/** The types that the objects hover with. */
const shown: Readonly<Record<string, string>> = {
  Untold: 'const Untold: Dto<Untold, "json" | "body">',
}

/** The comments of the objects. */
const comments: Readonly<Record<string, string>> = {
  ListCars: sentence,
  Cars: 'The cars of a garage',
  Untold: '',
}

const objects: Readonly<Record<string, string>> = {
  ListCars: `${binders.join(' ')} fields name response send stringify validate ~standard`,
  Cars: 'all body json name response send stringify ~standard',
  Untold: 'all body fields json name ~standard',
  Answer: 'name response send stringify ~standard',
}

/** The calls of the source below whose function is hovered. */
const calls = [
  ...Object.keys(hovers).map((call) => `dto.${call}`),
  ...binders.map((name) => `c.bind().${name}(dto.ListCars)`),
]
/** Lines in which names are completed, and where. */
const completions: readonly (readonly [line: string, after: number])[] = [
  ['c.app()', 'c.'.length],
  ...Object.keys(objects).map((name) => [`dto.${name}.name`, `dto.${name}.`.length] as const),
]
const app = [
  "import { App, type Bindable, type BindInput, type Ctx, type Dto, type Sendable, type SentDto, ValidationError } from '@ctxgen/runtime'",
  "import * as dto from './dto.bind.js'",
  'export declare const c: Ctx',
  'export declare const input: BindInput',
  ...calls,
  ...completions.map(([line]) => line),
  'export const send = <T>(to: Ctx, value: Sendable<T>): void => to.json(value)',
  'export const sendBy = <T>(to: Ctx, value: T, by: SentDto<T>): void => to.json(value, by)',
  "export const read = <T>(from: Bindable, by: Dto<T, 'query'>): unknown => by.query(from)",
  'export const issues = [ValidationError.of(c, []), ValidationError.of(input, [])]',
  "const binder = { name: 'a', mimeTypes: ['x/a'] }",
  'const app = new App().registerCustomBinder({ ...binder, parse: (from) => void from.path() })',
  'app.registerCustomBinder({ ...binder, parse: (from: BindInput) => void from.bodyBytes() })',
  '',
].join('\n')

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable', 'dom'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noEmit: true,
}

/** Results for `app.ts`, read while its project exists. */
let errors: readonly string[] = []
const completed = new Map<string, readonly string[]>()
const shownTypes = new Map<string, string>()
const hovered = new Map<string, string>()
const shownComments = new Map<string, string>()

test.before(() =>
  inTempProject(async ({ at, write, path }) => {
    write({ 'dto.ts': dto })
    const { files } = await generate({ inputs: ['dto.ts'], cwd: path, mode: 'memory' })
    write({
      'dto.bind.ts': files[0]?.text ?? '',
      'app.ts': app,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['app.ts'] }),
    })
    errors = await compileErrors(at('tsconfig.json'))
    const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, path)
    const project = new Project({ compilerOptions: options })
    project.addSourceFilesAtPaths([at('app.ts'), at('dto.bind.ts'), at('dto.ts')])
    const service = project.getLanguageService().compilerObject
    for (const [line, after] of completions)
      completed.set(line, namesAt(service, at('app.ts'), app.indexOf(line) + after))
    for (const name of Object.keys(shown))
      shownTypes.set(name, typeAt(service, at('app.ts'), app.indexOf(`dto.${name}.name`) + 'dto.'.length))
    for (const name of Object.keys(comments))
      shownComments.set(name, hoverAt(service, at('app.ts'), app.indexOf(`dto.${name}.name`) + 'dto.'.length))
    for (const call of calls)
      hovered.set(call, hoverAt(service, at('app.ts'), app.indexOf(`${call}\n`) + call.lastIndexOf('(') - 1))
  }),
)

function namesAt(service: ts.LanguageService, path: string, at: number): readonly string[] {
  const found = service.getCompletionsAtPosition(path, at, { includeCompletionsWithInsertText: true })
  return (found?.entries ?? []).map(({ name }) => name).sort()
}

/** The text of a hover, then its tags. */
function hoverAt(service: ts.LanguageService, path: string, at: number): string {
  const info = service.getQuickInfoAtPosition(path, at)
  const tags = (info?.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`)
  return [ts.displayPartsToString(info?.documentation), ...tags].join('\n')
}

/** The declaration in a hover. */
function typeAt(service: ts.LanguageService, path: string, at: number): string {
  return ts.displayPartsToString(service.getQuickInfoAtPosition(path, at)?.displayParts)
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

test('generated files and the declarations of the runtime compile, library and all', () => {
  assert.equal(errors, [])
})

test('a Ctx completes the methods of its page and no others', () => {
  const pages =
    withMadeParts('ctx.md', pageText('docs/ctx.md')) +
    pageText('docs/fiber.md').split(/^## Not there yet$/m)[0]
  assert.equal(completed.get('c.app()'), [...namedMethods(pages, 'c')].sort())
})

for (const [name, members] of Object.entries(objects)) {
  test(`${name} completes its binders and what users call`, () => {
    assert.equal(completed.get(`dto.${name}.name`), members.split(' ').sort())
  })
}

for (const [name, type] of Object.entries(shown)) {
  test(`${name} hovers with its type as the generated file has it`, () => {
    assert.is(shownTypes.get(name), type)
  })
}

for (const [name, comment] of Object.entries(comments)) {
  test(`${name} hovers with the comment of its interface`, () => {
    assert.is(shownComments.get(name), comment)
  })
}

for (const [call, hover] of Object.entries(hovers)) {
  test(`${call} hovers with its comment and what it throws`, () => {
    assert.is(hovered.get(`dto.${call}`), hover)
  })
}

test('each method of a Bind hovers with a sentence and what it throws', () => {
  for (const name of binders) {
    const hover = hovered.get(`c.bind().${name}(dto.ListCars)`) ?? ''
    assert.match(
      hover,
      /^(?:Binds|Reads) .+\n@throws \{BindError\} or \{@link ValidationError/s,
      `${name}: ${hover}`,
    )
  }
})

test.run()
