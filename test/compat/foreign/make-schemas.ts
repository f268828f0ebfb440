// Makes schemas of types in a process of its own: `{ folder, wanted }` on stdin, a line of JSON on stdout for each type.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installOracle } from './folders.ts'
import type { SchemaObject } from './schema.ts'

/** Parts of the compiler and of the schema generators, as far as they are used here. */
interface Compiler {
  readonly sys: { readFile(path: string): string | undefined }
  readConfigFile(path: string, read: (path: string) => string | undefined): { config: object }
  parseJsonConfigFileContent(config: object, host: object, folder: string): { options: object }
  createProgram(files: readonly string[], options: object): object
}
interface SyntaxGenerators {
  createGenerator(config: object): { createSchema(type: string): SchemaObject }
}
interface TypeGenerators {
  buildGenerator(
    program: object,
    settings: object,
    files: readonly string[],
  ): { getSchemaForSymbol(name: string): SchemaObject } | null
}

/** A wanted schema: of a type in a source, by the first tool that can make it. */
export interface Wanted {
  readonly file: string
  readonly dto: string
  readonly tools: readonly Tool[]
}

export type Tool = 'ts-json-schema-generator' | 'typescript-json-schema'

export interface Job {
  readonly folder: string
  readonly wanted: readonly Wanted[]
}

/** A schema for a type, or why there is none. */
export type MadeSchema = { readonly schema: SchemaObject; readonly tool: Tool } | { readonly why: string }

const { folder, wanted } = JSON.parse(readFileSync(0, 'utf8')) as Job
const oracle = createRequire(join(installOracle(), 'package.json'))
const ts = oracle('typescript') as Compiler
const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => ts.sys.readFile(path))
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
const files = wanted.map(({ file }) => join(folder, 'src', `${file}.ts`))
const tsProgram = ts.createProgram(files, options)

const bySyntax = (oracle('ts-json-schema-generator') as SyntaxGenerators).createGenerator({
  tsProgram,
  skipTypeCheck: true,
  jsDoc: 'none',
  expose: 'export',
  additionalProperties: true,
  encodeRefs: true,
})
const byType = lazily(() =>
  (oracle('typescript-json-schema') as TypeGenerators).buildGenerator(
    tsProgram,
    { required: true, strictNullChecks: true, ignoreErrors: true },
    files,
  ),
)
const makers: Readonly<Record<Tool, (dto: string) => SchemaObject | undefined>> = {
  'ts-json-schema-generator': (dto) => bySyntax.createSchema(dto),
  'typescript-json-schema': (dto) => byType()?.getSchemaForSymbol(dto),
}

for (const one of wanted) process.stdout.write(`${JSON.stringify({ file: one.file, made: make(one) })}\n`)

function make({ dto, tools }: Wanted): MadeSchema {
  let why = 'every tool took too long'
  for (const tool of tools) {
    try {
      const schema = makers[tool](dto)
      if (schema !== undefined) return { schema, tool }
    } catch (error) {
      why = String(error).split('\n')[0] ?? ''
    }
  }
  return { why }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
