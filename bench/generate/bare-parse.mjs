// Only reads and parses every source with ctxgen's compiler: the lower bound for any generator.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(new URL('../../packages/codegen/package.json', import.meta.url))
const { ts } = createRequire(require.resolve('ts-morph'))('@ts-morph/common')
const folder = process.argv[2]
const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.bind.ts'))
let interfaces = 0
for (const name of names) {
  const path = join(folder, name)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  interfaces += source.statements.filter(ts.isInterfaceDeclaration).length
}
console.log(`${names.length} sources, ${interfaces} interfaces`)
