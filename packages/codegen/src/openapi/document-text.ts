import { stringify } from 'yaml'
import type { OpenApiDocument } from './document/openapi-document.ts'

/** The text of a document's file: YAML for `.yaml` and `.yml`, else JSON. */
export function documentText(document: OpenApiDocument, path: string): string {
  if (!/\.ya?ml$/i.test(path)) return `${JSON.stringify(document, undefined, 2)}\n`
  // Anchors would hide that two parts are only equal.
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })
}
