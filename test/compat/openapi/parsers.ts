import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import { compileErrors, validate as validateWithReadme } from '@readme/openapi-parser'
import { validate as validateWithScalar } from '@scalar/openapi-parser'
import { here, runTool } from './tools.ts'

/** What a parser finds in a document; an empty text when it finds nothing. */
type Parser = (path: string) => Promise<string>

export const parsers: Readonly<Record<string, Parser>> = {
  redocly: (path) => lint('redocly', ['lint', '--config', join(here, 'redocly.yaml'), path], /valid/),
  spectral: (path) =>
    lint(
      'spectral',
      ['lint', '--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint', path],
      /No results/,
    ),
  'swagger-parser': async (path) => {
    try {
      await SwaggerParser.validate(path)
      return ''
    } catch (error) {
      return String(error)
    }
  },
  scalar: async (path) => {
    const { valid, errors = [] } = await validateWithScalar(readFileSync(path, 'utf8'))
    return valid && errors.length === 0 ? '' : JSON.stringify(errors, null, 2)
  },
  readme: async (path) => {
    const result = await validateWithReadme(path)
    return result.valid && result.warnings.length === 0 ? '' : compileErrors(result)
  },
}

/** Runs a linter. A success without its own word for it counts as a finding: the tool may have read nothing. */
async function lint(tool: string, args: readonly string[], success: RegExp): Promise<string> {
  const { code, output } = await runTool(tool, args)
  return code === 0 && success.test(output) && !/warning/i.test(output) ? '' : output
}
