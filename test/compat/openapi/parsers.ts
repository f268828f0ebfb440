import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import type { SpecVersion } from '@ctxgen/codegen/openapi'
import { compileErrors, validate as validateWithReadme } from '@readme/openapi-parser'
import { validate as validateWithScalar } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import { compileStrictly } from './ajv-strict.ts'
import { here, runTool } from './tools.ts'

interface Parser {
  /** The versions that it knows. */
  readonly specs: readonly SpecVersion[]
  /** Its findings in documents; an empty text when there are none. */
  readonly find: (paths: readonly string[]) => Promise<string>
}

const older = ['3.0', '3.1'] as const
const all = [...older, '3.2'] as const

export const parsers: Readonly<Record<string, Parser>> = {
  redocly: {
    specs: all,
    find: (paths) =>
      lint('redocly', ['lint', '--config', join(here, 'redocly.yaml'), ...paths], /are valid|is valid/),
  },
  spectral: {
    specs: all,
    find: (paths) => {
      const ruleset = ['--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint']
      return lint('spectral', ['lint', ...ruleset, ...paths], /No results/)
    },
  },
  'swagger-parser': {
    specs: older,
    find: each(async (path) => {
      await SwaggerParser.validate(path)
      return ''
    }),
  },
  seriousme: {
    specs: all,
    find: each(async (path) => {
      const { valid, errors } = await new Validator().validate(path)
      return valid ? '' : JSON.stringify(errors)
    }),
  },
  ajv: { specs: all, find: each(compileStrictly) },
  scalar: {
    specs: all,
    find: each(async (path) => {
      const { valid, errors = [] } = await validateWithScalar(readFileSync(path, 'utf8'))
      return valid && errors.length === 0 ? '' : JSON.stringify(errors, null, 2)
    }),
  },
  readme: {
    specs: older,
    find: each(async (path) => {
      const result = await validateWithReadme(path)
      return result.valid && result.warnings.length === 0 ? '' : compileErrors(result)
    }),
  },
}

/** Runs a linter. A success without its own word for it counts as a finding: the tool may have read nothing. */
async function lint(tool: string, args: readonly string[], success: RegExp): Promise<string> {
  const { code, output } = await runTool(tool, args)
  return code === 0 && success.test(output) && !/\d warnings?/i.test(output) ? '' : output
}

function each(find: (path: string) => Promise<string>): Parser['find'] {
  return async (paths) => {
    const found = await Promise.all(
      paths.map(async (path) => {
        const text = await find(path).catch(String)
        return text === '' ? [] : [`${basename(path)}: ${text}`]
      }),
    )
    return found.flat().join('\n')
  }
}
