import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../../../../test/support/temp-project.ts'
import type { DocumentedOperation } from '../../src/openapi/document/openapi-document.ts'
import { generateOpenApi } from '../../src/openapi/generate-openapi.ts'
import { generate } from '../../src/run/generate.ts'

const dto = `import type { FileHeader, int } from '@ctxgen/runtime'
/** @form */ export interface OnlyFile { file?: FileHeader }
/** @form */ export interface WithFile { title: string; file?: FileHeader }
/** @uri */ export interface Name { name: string }
/** @uri */ export interface Id { id: int }
/** @header */ export interface Trace { trace?: string }
/** @uri */ export interface Rule { /** @validate min=3 */ name: string }
`

const app = `import { App } from '@ctxgen/runtime'
import { Id, Name, OnlyFile, Rule, Trace, WithFile } from './dto.bind.js'
export const app = new App()
app.post('/only', (c) => { c.bind().form(OnlyFile); c.sendStatus(204) })
app.post('/with', (c) => { c.bind().form(WithFile); c.sendStatus(204) })
app.get('/name/:name', (c) => { c.bind().uri(Name); c.bind().header(Trace); c.sendStatus(204) })
app.get('/maybe/:name?', (c) => { c.bind().uri(Name); c.sendStatus(204) })
app.get('/id/:id', (c) => { c.bind().uri(Id); c.sendStatus(204) })
app.get('/rule/:name', (c) => { c.bind().uri(Rule); c.sendStatus(204) })
`

test('a document has what each format can send, and the issues that a request can have', () =>
  inTempProject(async (project) => {
    project.write({ 'dto.ts': dto, 'app.ts': app })
    await generate({ inputs: ['dto.ts'], cwd: project.path })
    const { documents, diagnostics } = generateOpenApi({ app: 'app.ts', cwd: project.path })
    assert.equal(
      diagnostics.map(({ message }) => message),
      [],
    )
    const paths = documents[0]?.document.paths ?? {}
    const operation = (path: string): DocumentedOperation =>
      Object.values(paths[path] ?? {})[0] as DocumentedOperation
    const contentOf = (path: string) => operation(path).requestBody?.content ?? {}
    assert.equal(Object.keys(contentOf('/only')), ['multipart/form-data'])
    const [urlencoded, multipart] = Object.values(contentOf('/with'))
    assert.equal(urlencoded?.schema?.['properties'], { title: { type: 'string' } })
    assert.equal(multipart?.schema, { $ref: '#/components/schemas/WithFile' })
    const statuses = (path: string): readonly string[] => Object.keys(operation(path).responses)
    assert.equal(statuses('/name/{name}'), ['204'])
    assert.equal(statuses('/maybe/{name}'), ['204', '400'])
    assert.equal(statuses('/id/{id}'), ['204', '400'])
    assert.equal(statuses('/rule/{name}'), ['204', '400'])
  }))

test.run()
