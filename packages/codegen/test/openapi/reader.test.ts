import { rmSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Random } from '../../../../test/soak/random.ts'
import { inTempProject } from '../../../../test/support/temp-project.ts'
import { readOnce } from '../../src/openapi/generate-openapi.ts'
import type { OpenApiResult } from '../../src/openapi/openapi-options.ts'
import { OpenApiReader } from '../../src/openapi/openapi-reader.ts'
import { createGenerator } from '../../src/run/generator.ts'
import { RandomService } from './random-service.ts'

const seed = Number(process.env['SEED'] ?? 1)
const edits = Number(process.env['EDITS'] ?? 12)

/** Everything of a result as text. */
function textOf({ documents, routes, diagnostics }: OpenApiResult): string {
  const all = documents.map((one) => ({ ...one, places: [...one.places] }))
  return JSON.stringify({ documents: all, routes, diagnostics }, undefined, 1)
}

test('after each of many edits, a reader has the result of a fresh run', () =>
  inTempProject((project) => {
    const random = new Random(seed)
    const service = new RandomService()
    project.write(service.files)
    const generator = createGenerator({ inputs: ['src/dto'], cwd: project.path })
    generator.run()
    const options = { app: 'src/app.ts', cwd: project.path }
    const reader = new OpenApiReader(options)
    let kept = reader.read()
    let described = 0
    for (let round = 0; round < edits; round++) {
      const { path, text } = service.edit((end) => random.below(end))
      if (text === undefined) rmSync(project.at(path))
      else project.write({ [path]: text })
      const touched = [project.at(path)]
      const written = generator.update(touched)?.files ?? []
      kept = reader.read([...touched, ...written.map((file) => file.path)]) ?? kept
      const { result: fresh } = readOnce(options)
      if (fresh.documents.length > 0) described++
      assert.is(kept && textOf(kept), textOf(fresh), `seed ${seed}, round ${round}: ${path}\n${text}`)
    }
    assert.ok(described > edits / 4, `only ${described} of ${edits} states had a document`)
  }))

test.run()
