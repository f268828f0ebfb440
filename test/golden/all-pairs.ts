// Generates every two fixtures together: npm run test:pairs. The tests try each alone, and some pairs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertCompany } from '../support/assert-company.ts'
import { fixtureFolders } from '../support/fixture-folders.ts'
import { inTempProject } from '../support/temp-project.ts'

const sources = fixtureFolders('valid').flatMap(({ name, path }) =>
  readdirSync(path)
    .filter((file) => /(?<!\.bind)\.ts$/.test(file))
    .map((file) => [`dto/${name}/${file}`, readFileSync(join(path, file), 'utf8')] as const),
)

await inTempProject(async (project) => {
  project.write(Object.fromEntries(sources))
  const names = sources.map(([name]) => name.replace('dto/', ''))
  for (const [i, name] of names.entries()) {
    for (const other of names.slice(i + 1)) await assertCompany(project, [name, other])
    console.log(`${i + 1} of ${names.length}: ${name}`)
  }
})
