import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FieldType } from '../../../src/model/field-type.ts'
import { openProject } from '../../../src/parse/project/source-project.ts'
import { spanOfNode } from '../../../src/parse/project/spans.ts'
import { TagNames } from '../../../src/parse/tags/tag-names.ts'
import { noArguments } from '../../../src/parse/types/named-arguments.ts'
import { parseFieldType } from '../../../src/parse/types/parse-field-type.ts'
import { TypeRun } from '../../../src/parse/types/type-run.ts'
import type { TypeNamer } from '../../../src/parse/types/type-use.ts'
import { writtenType } from '../../../src/parse/types/written-type.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

/* A type read from a property's own text must equal the checker's. */

/** The number of properties whose type is read from text; each is compared with the checker. */
function countWritten(paths: readonly string[], cwd: string): number {
  const project = openProject({ paths, cwd, lib: 'tiny' }, {})
  const run = new TypeRun(project, { names: new TagNames(undefined), rules: new Map(), cwd })
  const types = paths.flatMap((path) => typesIn(project.program.getSourceFile(path), project.checker))
  let written = 0
  for (const property of types.flatMap((type) => type.getProperties())) {
    const node = property.declarations?.[0]
    const type = node && writtenType(property, node)
    if (node === undefined || type === undefined) continue
    written++
    const use = {
      field: property.name,
      owner: 'D',
      span: spanOfNode(node),
      path: { exported: '', steps: [] },
      node,
      around: noArguments,
    }
    const checked = parseFieldType(project.checker.getTypeOfSymbol(property), use, run, namer)
    assert.equal(type satisfies FieldType, checked, `${property.name} in ${node.getSourceFile().fileName}`)
  }
  assert.equal(run.diagnostics, [])
  return written
}

const namer: TypeNamer = {
  object: () => 'Nested',
  isExported: () => true,
  brand: () => 'Branded',
  recursive: () => 'Recursive',
  define: () => {},
  recursives: new Map(),
  unions: new Map(),
  refused: () => new Set(),
}

/** The type of every node that is or declares a type. */
function typesIn(node: ts.Node | undefined, checker: ts.TypeChecker): readonly ts.Type[] {
  if (node === undefined) return []
  const types: ts.Type[] =
    ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) ? [checker.getTypeAtLocation(node)] : []
  ts.forEachChild(node, (child) => {
    types.push(...typesIn(child, checker))
  })
  return types
}

/** Most of these are read from text; the others look similar. */
const written = [
  ...['string', 'number', 'boolean', 'bigint', 'string[]', 'boolean[]', 'bigint[]'],
  ...["'a'", "'b' | 'a'", '"it\\u0027s" | \'a\'', "'b' | 'a' | 'b'"],
  ...[
    'string | undefined',
    "'a' | null",
    "'a' | 1",
    'true',
    '1',
    '`a`',
    "('a' | 'b')[]",
    'readonly string[]',
  ],
]

const variants = `
interface Plain { MEMBERS }
interface Merged { MEMBERS }
interface Merged { p0?: string; own: string }
interface Extended extends Plain { p0: string }
interface Generic<T> { MEMBERS; t: T; list: T[] }
export interface All {
  plain: Plain; merged: Merged; extended: Extended; generic: Generic<'x'>; of: Generic<Plain>
  partial: Partial<Plain>; required: Required<Plain>; picked: Pick<Plain, 'p8' | 'p7'>; omitted: Omit<Plain, 'p1'>
  mapped: { [K in keyof Plain]: Plain[K][] }; both: Plain & { p7: 'a'; p0: string; more: number[] }; either: Plain | Merged
  computed: { ['p0']: string; [key]: string; 'quoted-name'?: 'b' | 'a'; readonly p0: boolean[] }
}
declare const key: unique symbol
`

test("a type read from text equals the checker's, however the property got into its type", async () => {
  await inTempFolder((folder) => {
    for (const start of ['', 'readonly ']) {
      for (const mark of ['', '?']) {
        const members = written.map((type, i) => `${start}p${i}${mark}: ${type}`).join('; ')
        folder.write({ 'all.ts': variants.replaceAll('MEMBERS', members) })
        assert.ok(countWritten([join(folder.path, 'all.ts')], folder.path) > 100)
      }
    }
  })
})

test('so it does in every fixture', () => {
  const root = fileURLToPath(new URL('../../../../../fixtures', import.meta.url))
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const sources = names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.bind.ts'))
    .map((name) => join(root, name))
  assert.ok(countWritten(sources, root) > 300)
})

test.run()
