import { pathToFileURL } from 'node:url'
import { type DocumentedOperation, generateOpenApi } from '@ctxgen/codegen/openapi'
import type { App } from '@ctxgen/runtime'
import { documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../support/temp-project.ts'

// The Content-Type of a sent file is in the document, whether the path, the content or the handler decides it.

const app = `import { App } from '@ctxgen/runtime'

const root = import.meta.dirname

export const app = new App()
app.get('/page', (c) => c.sendFile('page.html', { root }))
app.get('/report', (c) => c.download(\`\${root}/report.csv\`, 'Report.txt'))
app.get('/either', (c) => c.sendFile(c.query('list') === '' ? 'page.html' : 'report.csv', { root }))
app.get('/any/:name', (c) => c.sendFile(c.params('name'), { root, byteRange: true }))
app.get('/picture/:name', (c) => c.type('png').sendFile(c.params('name'), { root }))
`

const files = {
  'app.ts': app,
  'page.html': '<p>hi</p>',
  'report.csv': 'a,b',
  picture: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  note: 'text',
}

const types: Readonly<Record<string, string>> = {
  '/page': 'text/html',
  '/report': 'text/csv',
  '/either': 'text/html',
  '/either?list=1': 'text/csv',
  '/any/page.html': 'text/html',
  '/any/picture': 'image/png',
  '/any/note': 'text/plain',
  '/picture/picture': 'image/png',
}

test('the type of a sent file is documented', () =>
  inTempProject(async (project) => {
    project.write(files)
    const { documents, diagnostics } = generateOpenApi({ app: 'app.ts', cwd: project.path })
    assert.equal(diagnostics, [])
    const document = documents[0]?.document
    if (document === undefined) throw new Error('there is no document')
    const made: { readonly app: App } = await import(pathToFileURL(project.at('app.ts')).href)
    const service = documented(made.app, document)
    for (const [path, type] of Object.entries(types)) {
      const response = await service.test(path)
      assert.is(response.headers.get('Content-Type')?.split(';')[0], type, path)
    }
    const content = (path: string): readonly string[] => {
      const operation = Object(document.paths[path])['get'] as DocumentedOperation
      return Object.keys(Object(operation.responses['200']).content)
    }
    assert.equal(content('/page'), ['text/html'])
    assert.equal(content('/either'), ['text/html', 'text/csv'])
  }))

test.run()
