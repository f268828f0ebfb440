import { ts } from 'ts-morph'
import type { FieldType } from '../../model/field-type.ts'
import { type TemplateForm, type TemplateHole, templatePattern } from '../../model/template-pattern.ts'

/** Parses template literal types and string literals: `v${number}` | 'latest'; `undefined` for any other types. */
export function parseTemplates(types: readonly ts.Type[]): FieldType | undefined {
  if (!types.some(isTemplate)) return undefined
  const forms = types.map(formOf)
  if (!forms.every((form) => form !== undefined)) return undefined
  return { kind: 'template', pattern: templatePattern(forms), forms }
}

function formOf(type: ts.Type): TemplateForm | undefined {
  if (type.isStringLiteral()) return { texts: [type.value], holes: [] }
  if (!isTemplate(type)) return undefined
  const holes = type.types.map(holeOf)
  return holes.every((hole) => hole !== undefined) ? { texts: type.texts, holes } : undefined
}

function isTemplate(type: ts.Type): type is ts.TemplateLiteralType {
  return (type.flags & ts.TypeFlags.TemplateLiteral) !== 0
}

function holeOf({ flags }: ts.Type): TemplateHole | undefined {
  if (flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) return 'string'
  if (flags & ts.TypeFlags.Number) return 'number'
  return flags & ts.TypeFlags.BigInt ? 'bigint' : undefined
}
