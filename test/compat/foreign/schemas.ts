import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { installOracle, root } from './folders.ts'
import type { Job, MadeSchema, Tool, Wanted } from './make-schemas.ts'
import type { SchemaObject } from './schema.ts'
import type { ForeignType } from './sources.ts'

export type { MadeSchema } from './make-schemas.ts'

/** Ajv's verdict on a value. */
export type Verdict = (value: unknown) => boolean

interface AjvClass {
  new (options: object): { compile(schema: object): Verdict }
}

// The tools take one or two seconds for the largest types. Some they never finish.
const maxSilence = 40_000

/** Schemas of types, by the first of the tools that can. A tool that hangs over a type is ended, and the next one tried. */
export async function schemasOf(
  folder: string,
  types: readonly ForeignType[],
  tools: readonly Tool[],
): Promise<Map<string, MadeSchema>> {
  const made = new Map<string, MadeSchema>()
  let wanted: readonly Wanted[] = types.map(({ file, dto }) => ({ file, dto, tools }))
  while (wanted.length > 0) {
    await runMaker({ folder, wanted }, (file, schema) => made.set(file, schema))
    const [hung, ...rest] = wanted.filter(({ file }) => !made.has(file))
    if (hung === undefined) break
    if (hung.tools.length === 0) made.set(hung.file, { why: 'every tool took too long' })
    // Last, so that the others are not held up again.
    wanted = [...rest, ...(hung.tools.length === 0 ? [] : [{ ...hung, tools: hung.tools.slice(1) }])]
  }
  return made
}

/** Ends when all schemas are made, or after too long a silence. */
function runMaker(job: Job, take: (file: string, made: MadeSchema) => void): Promise<void> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL('make-schemas.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const stop = (): boolean => child.kill('SIGKILL')
    let timer = setTimeout(stop, maxSilence)
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer)
      timer = setTimeout(stop, maxSilence)
      const { file, made } = JSON.parse(line) as { file: string; made: MadeSchema }
      take(file, made)
    })
    child.on('close', () => {
      clearTimeout(timer)
      resolve()
    })
    child.stdin.end(JSON.stringify(job))
  })
}

/** `undefined` for a schema that Ajv calls invalid. */
export function verdictOf(schema: SchemaObject): Verdict | undefined {
  const oracle = createRequire(join(installOracle(), 'package.json'))
  const Ajv = (oracle('ajv') as { default: AjvClass }).default
  const addFormats = (oracle('ajv-formats') as { default: (ajv: object) => void }).default
  const ajv = new Ajv({ strict: false, validateFormats: true })
  addFormats(ajv)
  try {
    return ajv.compile(schema)
  } catch {
    return undefined
  }
}
