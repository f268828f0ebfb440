import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inProject, runCli } from '../support/run-cli.ts'

const files = {
  'package.json': '{ "name": "cars", "type": "module" }',
  'src/schemas/car.ts': `import { z } from 'zod'
export const CarSchema = z.object({ plate: z.string().min(1), doors: z.int().refine((n) => n !== 4) })
`,
}

test('new files are written once, and a part without a tag is reported with its place', () =>
  inProject(files, async ({ path, read }) => {
    const argv = ['migrate', 'zod', 'src/schemas', '-o', 'src/dto']
    const first = await runCli(path, argv)
    assert.is(first.code, 0)
    assert.is(first.stdout, 'src/dto/car.dto.ts\n')
    assert.match(first.stderr, 'src/schemas/car.ts:2:78 - warning CTX6001: .refine() is not carried over')
    assert.match(first.stderr, '1 file written, 1 not carried over')
    const text = read('src/dto/car.dto.ts')
    assert.match(
      text,
      '/** @json */\nexport interface Car {\n  /** @validate min=1 */\n  plate: string\n  doors: int\n}',
    )
    const second = await runCli(path, argv)
    assert.is(second.code, 1)
    assert.match(
      second.stderr,
      'error: src/dto/car.dto.ts exists, and is left unchanged. Write elsewhere with -o.',
    )
    assert.is(read('src/dto/car.dto.ts'), text)
  }))

test('a dry run prints the files, --source names the tag, and nothing is written outside the project', () =>
  inProject(files, async ({ path }) => {
    const dry = await runCli(path, ['migrate', 'zod', 'src/schemas', '--dry-run', '--source', 'query'])
    assert.is(dry.code, 0)
    assert.match(dry.stdout, '// src/schemas/car.dto.ts\nimport type { int }')
    assert.match(dry.stdout, '/** @query */')
    const outside = await runCli(path, ['migrate', 'zod', 'src/schemas', '-o', '../elsewhere'])
    assert.is(outside.code, 1)
    assert.match(outside.stderr, 'is outside the project')
  }))

test('a wrong library or no input is wrong usage', () =>
  inProject(files, async ({ path }) => {
    for (const argv of [
      ['migrate', 'joi', 'src'],
      ['migrate', 'zod'],
      ['migrate', 'zod', 'nowhere'],
    ])
      assert.is((await runCli(path, argv)).code, 2)
  }))

test.run()
