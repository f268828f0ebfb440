import { Undecodable } from './decode-msgpack.ts'
import type { XmlNode } from './decode-xml.ts'
import { type Draft, draftOf, Notes } from './draft.ts'
import {
  type BoundField,
  boundFields,
  type DtoModel,
  memberFields,
  nonNull,
  type TypeModel,
} from './model.ts'
import { Refusal } from './outcome.ts'
import { readOneText } from './text-values.ts'
import type { WireSettings } from './wire-request.ts'
import { defaultOf, makeObject, missingPaths, zeroOf } from './zero-value.ts'

interface Scope {
  readonly notes: Notes
  readonly settings: WireSettings
  readonly zero: boolean
}

/**
 * An XML body: a child element named like a property is its value; of several the last wins, except for a
 * list.
 */
export function bindXml(dto: DtoModel, root: XmlNode, settings: WireSettings): Draft {
  const notes = new Notes('body')
  const scope = { notes, settings, zero: dto.missing === 'zero' }
  const fields = boundFields(dto, 'xml')
  if (depthOf(root) > settings.maxDepth + 2) throw new Undecodable('too deep')
  noteUnknown(fields, root, '', scope)
  return draftOf(
    fields.map(({ field }) => field),
    notes,
    (field) => {
      const bound = fields.find((one) => one.field === field)
      return bound === undefined ? undefined : readChildren(bound, root, '', scope, 0)
    },
  )
}

function depthOf({ children }: XmlNode): number {
  return 1 + Math.max(0, ...children.map(depthOf))
}

function noteUnknown(fields: readonly BoundField[], { children }: XmlNode, path: string, scope: Scope): void {
  if (scope.settings.ignoreUnknownKeys) return
  for (const name of new Set(children.map((child) => child.name))) {
    if (!fields.some(({ key }) => key === name)) scope.notes.wrong(join(path, name))
  }
}

function readChildren(
  { field, key }: BoundField,
  parent: XmlNode,
  above: string,
  scope: Scope,
  depth: number,
): unknown {
  const found = parent.children.filter(({ name }) => name === key)
  const last = found.at(-1)
  if (last === undefined) return undefined
  const type = nonNull(field.type)
  const path = join(above, key)
  if (type.kind !== 'list') return readElement(type, last, path, scope, depth)
  checkDepth(depth + 1, scope)
  return found.flatMap((element, i) => {
    const value = readElement(nonNull(type.of), element, join(path, String(i)), scope, depth + 1)
    return value === undefined ? [] : [value]
  })
}

function readElement(type: TypeModel, element: XmlNode, path: string, scope: Scope, depth: number): unknown {
  const { notes, settings } = scope
  if (type.kind !== 'object') {
    return readOneText(type, { text: element.text, at: Number.MAX_SAFE_INTEGER }, path, notes, settings)
  }
  checkDepth(depth + 1, scope)
  const fields = memberFields(type, 'xml')
  noteUnknown(fields, element, path, scope)
  const values = new Map<string, unknown>()
  for (const bound of fields) {
    const before = notes.count()
    const value = readChildren(bound, element, path, scope, depth + 1) ?? absent(bound, scope)
    if (value !== undefined) values.set(bound.field.name, value)
    else if (notes.count() === before && (!bound.field.optional || bound.required)) {
      for (const place of missingPaths(bound, 'xml', scope.zero && !bound.required)) {
        notes.missing(join(path, place))
      }
    }
  }
  return makeObject(fields, values)
}

/** A list counts as in JSON, although no element stands for it. */
function checkDepth(depth: number, { settings }: Scope): void {
  if (depth > settings.maxDepth) throw new Refusal('body', 'too deep')
}

function absent({ field, required }: BoundField, { zero }: Scope): unknown {
  const value = defaultOf(field)
  if (value !== undefined || field.optional || required) return value
  if (nonNull(field.type).kind === 'list') return []
  return zero ? zeroOf(field.type, 'xml') : undefined
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
