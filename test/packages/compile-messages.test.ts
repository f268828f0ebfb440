import { Project, ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileErrors } from '../support/strict-compile.ts'
import { inTempProject } from '../support/temp-project.ts'

/** Mistakes, each with a part of the first line that both compilers must print for it. */
const mistakes: Readonly<Record<string, string>> = {
  'c.bind().json(Search)': 'a DTO with the tag @json: add it to the interface or a property',
  'c.bind().query(Car)': 'a DTO with the tag @query: add it to the interface or a property',
  'c.bind().body(Search)': 'a DTO with the tag @body, @json or another body',
  'c.json({ id: 1 }, Car)': 'a DTO with the tag @response: add it to the interface',
  'c.xml({ id: 1 }, Car)': 'a DTO with the tag @response: add it to the interface',
  'c.cbor({ id: 1 }, Car)': 'a DTO with the tag @response: add it to the interface',
  'c.msgPack({ id: 1 }, Car)': 'a DTO with the tag @response: add it to the interface',
  "c.json({ id: 'x' }, Sent)": "Type 'string' is not assignable to type 'number'",
  'c.json({ id: 1n }, "application/x")': 'a bigint cannot be sent as JSON: convert it',
  'Car.json(undefined)': "'undefined' is not assignable to parameter of type 'Bindable'",
  'Car.json(request)': "is not assignable to parameter of type 'Bindable'",
  "app.use('/x', (c, next) => next())": 'a handler takes the Ctx alone: call c.next()',
  'app.use((c, next) => next())': 'a handler takes the Ctx alone: call c.next()',
  "app.get('/x', (c, next) => next())": 'a handler takes the Ctx alone: call c.next()',
  "guard('usr', () => 1)": 'declare usr in \\"interface Locals\\" of @ctxgen/runtime',
  "app.get('/x', { bodyLimits: 1 }, (c) => c.json(1))": "'bodyLimits' does not exist in type 'RouteOptions",
}

const head = [
  "import { App, type Ctx, type Dto, guard, type SentDto } from '@ctxgen/runtime'",
  'interface Shown { readonly id: number }',
  "export declare const Search: Dto<Shown, 'query'>",
  "export declare const Car: Dto<Shown, 'json'>",
  'export declare const Sent: SentDto<Shown>',
  'export declare const request: { readonly url: string }',
  'export declare const c: Ctx',
  'export const app = new App()',
  'export { guard }',
]
const source = [...head, ...Object.keys(mistakes)].join('\n')
const options = {
  target: 'es2022',
  lib: ['es2023', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

function check(lineOf: (line: number) => string | undefined): void {
  for (const [i, [code, message]] of Object.entries(mistakes).entries()) {
    const printed = lineOf(head.length + i + 1) ?? ''
    assert.ok(printed.includes(message), `${code}\n  must say: ${message}\n  says: ${printed}`)
  }
}

test('TypeScript 7 has the helpful sentence first', async () => {
  await inTempProject(async ({ at, write }) => {
    write({
      'app.ts': source,
      'tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['app.ts'] }),
    })
    const lines = await compileErrors(at('tsconfig.json'))
    check((line) =>
      lines.find((one) => one.startsWith(`app.ts(${line},`) || one.includes(`/app.ts(${line},`)),
    )
  })
})

test('the last compiler in JavaScript has it, too', async () => {
  await inTempProject(({ at, write, path }) => {
    write({ 'app.ts': source })
    const { options: compilerOptions } = ts.convertCompilerOptionsFromJson(options, path)
    const project = new Project({ compilerOptions })
    project.addSourceFileAtPath(at('app.ts'))
    const found = project.getPreEmitDiagnostics().map(({ compilerObject }) => compilerObject)
    check((line) => {
      const one = ts
        .sortAndDeduplicateDiagnostics(found)
        .find(({ file, start = 0 }) => file?.getLineAndCharacterOfPosition(start).line === line - 1)
      return one && ts.flattenDiagnosticMessageText(one.messageText, '\n').split('\n')[0]
    })
  })
})

test.run()
