import { rmSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inTempProject } from '../../../../test/support/temp-project.ts'
import { LiveDocument } from '../../src/openapi/live-document.ts'

const app = (path: string): string => `import { App } from '@ctxgen/runtime'
import { cars } from './cars.js'
export const app = new App()
app.get('${path}', (c) => c.json({ cars }))
`

test('the document follows the code, through errors and missing files', () =>
  inTempProject(async (project) => {
    project.write({ 'src/app.ts': app('/a'), 'src/cars.ts': 'export const cars = [1]\n' })
    const options = { app: 'src/app.ts', cwd: project.path }
    const told: string[] = []
    const live = new LiveDocument(
      {
        options,
        output: undefined,
        asyncapi: undefined,
        folder: project.path,
        source: project.at('src/app.ts'),
      },
      {
        onRead: (diagnostics) => told.push(diagnostics.map(({ code }) => code).join()),
        onFailure: (error) => told.push(String(error)),
      },
    )
    const paths = (): readonly string[] => Object.keys((live.current as { paths: object }).paths)
    const gone = new AbortController()
    const changes = live.changes(gone.signal)
    const changed = async (): Promise<readonly string[]> => {
      await changes.next()
      return paths()
    }
    try {
      assert.equal(paths(), ['/a'])
      const next = changed()
      project.write({ 'src/app.ts': app('/b') })
      assert.equal(await next, ['/b'])
      rmSync(project.at('src/cars.ts'))
      while (told.length < 3) await new Promise((resolve) => setTimeout(resolve, 20))
      assert.throws(() => live.current, 'the terminal shows them')
      const mended = changed()
      project.write({ 'src/cars.ts': 'export const cars = [2]\n' })
      assert.equal(await mended, ['/b'])
      assert.equal(told.slice(0, 2), ['', ''])
      gone.abort()
      assert.is((await changes.next()).done, true)
    } finally {
      live.close()
    }
  }))

test('a new declaration file counts without an import', () =>
  inTempProject(async (project) => {
    project.write({
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }',
      'src/app.ts': app('/a'),
      'src/cars.ts': 'declare const car: Car\nexport const cars = [car]\n',
    })
    const live = new LiveDocument(
      {
        options: { app: 'src/app.ts', cwd: project.path },
        output: undefined,
        asyncapi: undefined,
        folder: project.path,
        source: project.at('src/app.ts'),
      },
      { onRead: () => undefined, onFailure: (error) => assert.unreachable(String(error)) },
    )
    try {
      assert.throws(() => live.current, 'the terminal shows them')
      const change = live.changes(new AbortController().signal).next()
      project.write({ 'src/types/car.d.ts': 'interface Car { plate: string }\n' })
      await change
      assert.match(JSON.stringify(live.current), '"plate"')
    } finally {
      live.close()
    }
  }))

test.run()
