import { parse, stringify } from 'yaml'
import type { AsyncApiDocument } from './document/asyncapi-document.ts'
import type { OpenApiDocument } from './document/openapi-document.ts'

/** The text of a document's file: YAML for `.yaml` and `.yml`, else JSON. */
export function documentText(document: OpenApiDocument | AsyncApiDocument, path: string): string {
  if (!/\.ya?ml$/i.test(path)) return `${JSON.stringify(document, undefined, 2)}\n`
  // Anchors would hide that two parts are only equal.
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}

/** Reads a document of any version, JSON or YAML. @throws SyntaxError for a text that is neither. */
export function parseDocument(text: string): unknown {
  try {
    // JSON is YAML too.
    return parse(text)
  } catch (cause) {
    throw new SyntaxError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
