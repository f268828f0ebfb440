import { literal, propertyKey } from '../../emit/text/literal.ts'
import type { MemberPlan, Shape, ValuePlan } from '../plan/client-plan.ts'
import { shapesBelow } from '../plan/plan-names.ts'
import type { FileDraft } from './file-draft.ts'
import { upper } from './name-table.ts'
import { isInline } from './print-values.ts'

/** Functions that make samples of the types which are used, and of those below. */
export function printSamples(draft: FileDraft): void {
  const { out, names } = draft
  const shapes = new Map(names.types.all.map((one) => [one.name, one.shape]))
  // A set visits what is added on the way.
  for (const name of draft.samples) {
    const shape = shapes.get(name)
    if (shape === undefined) continue
    const own = draft.typeOf(shape)
    out.blank()
    if (shape.alias !== undefined) {
      out.block(`export function sample${upper(name)}(): ${own} {`, () => {
        out.assign('return', sampleText(shape.alias ?? { kind: 'never' }, 'text', draft, shape))
      })
      continue
    }
    out.block(`export function sample${upper(name)}(own: Partial<${own}> = {}): ${own} {`, () => {
      out.list('return {', [...membersOf(shape, draft), '...own'], '}', ' ')
    })
  }
}

function membersOf(shape: Shape, draft: FileDraft): readonly string[] {
  return shape.members.flatMap((member) =>
    isLeftOut(member, shape)
      ? []
      : [
          `${propertyKey(member.name)}: ${sampleText(member.value, member.example ?? member.name, draft, shape)}`,
        ],
  )
}

/** A sample ends where its type contains itself. */
function isLeftOut({ value, isOptional }: MemberPlan, within: Shape): boolean {
  return value.kind === 'never' || (isOptional && reaches(value, within))
}

function reaches(value: ValuePlan, shape: Shape | undefined): boolean {
  return shape !== undefined && shapesBelow([value]).includes(shape)
}

/**
 * An expression of a value's type.
 *
 * @param word a text to take where any does
 * @param within the type that the value is part of
 */
export function sampleText(value: ValuePlan, word: string, draft: FileDraft, within?: Shape): string {
  const inner = (one: ValuePlan): string => sampleText(one, word, draft, within)
  const first = (all: readonly ValuePlan[]): string => {
    const best = all.find((one) => !reaches(one, within)) ?? all[0]
    return best === undefined ? 'null' : inner(best)
  }
  switch (value.kind) {
    case 'leaf':
      return value.sample ?? leafSample(value.codec, value.type, word)
    case 'oneOf':
      return value.values[0] === undefined ? 'null' : literal(value.values[0])
    case 'list':
      return reaches(value.of, within) ? '[]' : `[${inner(value.of)}]`
    case 'tuple':
      return `[${value.of.slice(0, value.required).map(inner).join(', ')}]`
    case 'record':
      return reaches(value.of, within)
        ? '{}'
        : `{ ${value.keys === undefined ? 'key' : 1}: ${inner(value.of)} }`
    case 'nullable':
      return reaches(value.of, within) ? 'null' : inner(value.of)
    case 'union':
      return first(value.branches.map((one) => one.value))
    case 'either':
      return first(value.of)
    case 'shape':
      return shapeSample(value.shape, draft, within)
    case 'wrapped':
      return inner(value.of)
    case 'never':
      return 'undefined'
  }
}

function shapeSample(shape: Shape, draft: FileDraft, within: Shape | undefined): string {
  if (!isInline(shape)) {
    const name = draft.names.types.of(shape)
    draft.samples.add(name)
    return `sample${upper(name)}()`
  }
  const members = shape.members.flatMap((member) =>
    isLeftOut(member, within ?? shape) || isLeftOut(member, shape)
      ? []
      : [
          `${propertyKey(member.name)}: ${sampleText(member.value, member.example ?? member.name, draft, within ?? shape)}`,
        ],
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function leafSample(codec: string, type: string, word: string): string {
  switch (codec) {
    case 'text':
    case 'shown':
      return literal(word)
    case 'flag':
      return 'true'
    case 'float':
    case 'int':
    case 'numeric':
      return '1'
    case 'bigint':
      return '1n'
    case 'date':
      return "new Date('2026-01-01T00:00:00.000Z')"
    case 'bytes':
    case 'base64':
      return 'Uint8Array.of(1)'
    default:
      return type === 'object' ? '{}' : 'null'
  }
}
