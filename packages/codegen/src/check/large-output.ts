import { catalog } from '../diagnostics/catalog.ts'
import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import type { DtoModule, Field, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/type-parts.ts'

// A file of this size takes some ten milliseconds to load, and few handwritten types produce one.
const maxBytes = 100_000
const maxNamed = 3
// Members below this share are not named.
const leastShare = 0.1

/** Warns of DTOs with large binders, and names the members responsible. */
export function checkSize(module: DtoModule, text: string): readonly Diagnostic[] {
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return []
  const objects = new Map([...module.dtos, ...module.objects].map((object) => [object.name, object]))
  const roots = [
    ...module.dtos.map(({ name, span, fields }) => ({ name, span, fields })),
    ...module.bodies.map(({ name, span, value }) => ({ name, span, fields: [value] })),
  ]
  // Types shared by several DTOs count for each of them: none can shrink without them.
  const whole = countFields([...objects.values()].flatMap(fieldsOf), objects) || 1
  return roots.flatMap(({ name, span, fields }) => {
    const own = (bytes * countFields(fields, objects)) / whole
    if (own <= maxBytes) return []
    return [
      diagnose(catalog.largeOutput, span, name, Math.round(own / 1000), largestMembers(fields, objects)),
    ]
  })
}

type Objects = ReadonlyMap<string, ObjectType>

/** `data.customer (61 %)`, the largest first. */
function largestMembers(fields: readonly Field[], objects: Objects): readonly string[] {
  const whole = countFields(fields, objects)
  return descend(fields, objects, '')
    .map(({ path, fields: below }) => ({ path, share: countFields(below, objects) / whole }))
    .filter(({ share }) => share >= leastShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, maxNamed)
    .map(({ path, share }) => `${path} (${Math.round(share * 100)} %)`)
}

interface Member {
  readonly path: string
  readonly fields: readonly Field[]
}

/** The members; a single member with members of its own is replaced by those. */
function descend(fields: readonly Field[], objects: Objects, before: string): readonly Member[] {
  const members = fields
    .map((field) => ({ path: `${before}${field.name}`, fields: [field], below: below(field, objects) }))
    .filter((member) => member.below.length > 0)
  const [only, ...others] = members
  const isEndless = before.length > 200
  if (only === undefined || others.length > 0 || isEndless) return members
  const deeper = descend(only.below, objects, `${only.path}.`)
  return deeper.length > 0 ? deeper : members
}

function below({ type }: Field, objects: Objects): readonly Field[] {
  return nestedNames(type).flatMap((name) => fieldsOf(objects.get(name)))
}

function fieldsOf(object: ObjectType | undefined): readonly Field[] {
  if (object === undefined) return []
  return object.index === undefined ? object.fields : [...object.fields, object.index]
}

/** The number of fields at any depth, each counted once: it is proportional to the output's size. */
function countFields(fields: readonly Field[], objects: Objects): number {
  const seen = new Set(fields)
  const names = new Set<string>()
  // Iterating a set also visits elements added meanwhile.
  for (const { type } of seen) {
    for (const name of nestedNames(type)) {
      const isKnown = names.size === names.add(name).size
      if (!isKnown) for (const one of fieldsOf(objects.get(name))) seen.add(one)
    }
  }
  return seen.size
}
