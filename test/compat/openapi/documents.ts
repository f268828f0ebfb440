import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentText, generateOpenApi, type SpecVersion } from '@ctxgen/codegen/openapi'
import { root, work } from './tools.ts'

/** A document of an example or of a fixture. */
export interface WrittenDocument {
  /** `conduit-3.1` */
  readonly name: string
  readonly path: string
  readonly spec: SpecVersion
}

export const examples: readonly string[] = ['conduit', 'garage-api']
const specs = ['3.0', '3.1', '3.2'] as const

/** Writes the documents of the examples. */
export function writeExamples(): readonly WrittenDocument[] {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work)
  const written = examples.flatMap((name) => write(name, join(root, 'examples', name), 'src/app.ts'))
  if (written.length !== examples.length * specs.length) throw new Error('The examples have errors')
  return written
}

/** Writes the documents of all fixtures. Fixtures of errors have none. */
export function writeFixtures(): readonly WrittenDocument[] {
  const fixtures = readdirSync(join(root, 'fixtures/openapi')).filter((name) =>
    existsSync(join(root, 'fixtures/openapi', name, 'app.ts')),
  )
  return fixtures.flatMap((name) => write(name, join(root, 'fixtures/openapi', name), 'app.ts'))
}

function write(name: string, cwd: string, app: string): readonly WrittenDocument[] {
  return specs.flatMap((spec) => {
    const [first] = generateOpenApi({ app, cwd, spec }).documents
    if (first === undefined) return []
    const path = join(work, `${name}-${spec}.json`)
    writeFileSync(path, documentText(first.document, path))
    return [{ name: `${name}-${spec}`, path, spec }]
  })
}
