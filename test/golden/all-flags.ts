// Generates and compiles the fixtures under any two flags of the compiler: npm run test:flags. The tests try three rows.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { fixtureRules, root } from '../support/fixture-folders.ts'
import { pairwiseRows } from '../support/flag-rows.ts'
import { allCompileErrors, checkGenerated } from '../support/strict-compile.ts'

const fixtures = join(root, 'fixtures')
const folder = mkdtempSync(join(fixtures, '.flags-'))
try {
  cpSync(join(fixtures, 'valid'), join(folder, 'valid'), { recursive: true })
  for (const [i, flags] of pairwiseRows().entries()) {
    const tsconfig = { extends: '../tsconfig.json', compilerOptions: flags, include: ['valid'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    const rules = fixtureRules(join(folder, 'valid'))
    const { diagnostics } = await generate({ inputs: [join(folder, 'valid')], cwd: root, rules })
    checkGenerated(folder)
    const errors = await allCompileErrors(join(folder, 'tsconfig.json'))
    const found = [...diagnostics.map(({ code, message }) => `${code} ${message}`), ...errors]
    const on = Object.keys(flags).filter((flag) => flags[flag])
    console.log(`${i + 1}: ${on.join(' ')}: ${found.length} errors`)
    for (const error of found.slice(0, 20)) console.log(`  ${error}`)
    if (found.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}
