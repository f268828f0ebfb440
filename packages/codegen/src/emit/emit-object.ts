import type { Field, ObjectType } from '../model/dto.ts'
import { propertyAccess, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { isSparse } from './sparse.ts'

/** A property whose value is in a local variable. */
export interface LocalField {
  readonly field: Field
  readonly local: string
  /** Whether the variable may be `undefined`, so that the property may stay out. */
  readonly mayBeAbsent: boolean
}

/** What is said of a result beside its properties. */
export interface ResultForm {
  /** What is around it where it is returned. */
  readonly finish?: readonly [before: string, after: string] | undefined
  /** The expression of an object whose properties join it. */
  readonly others?: string | undefined
  /** Whether it is a variable in any case, so that its type is said. */
  readonly isNamed?: boolean
}

/**
 * Emits the making of the result: one literal of what is always there, then what may be absent, so that an absent property
 * stays out of the object. `wrap` is put around the literal.
 */
export function emitResult(
  fields: readonly LocalField[],
  type: string,
  wrap: (open: string) => readonly [open: string, close: string],
  scope: ModuleScope,
  { finish: [before, after] = ['', ''], others, isNamed = false }: ResultForm = {},
): void {
  const { writer } = scope
  const always = fields.filter((one) => !one.mayBeAbsent).map(({ field, local }) => member(field.name, local))
  const maybe = fields.filter((one) => one.mayBeAbsent)
  if (others !== undefined && fields.length === 0) {
    const [open, close] = wrap('')
    writer.line(`return ${before}${open}${others}${close}${after}`)
    return
  }
  if (others !== undefined) always.unshift(`...${others}`)
  const [open, close] = wrap('{')
  if (maybe.length === 0 && !isNamed) {
    writer.filled(`return ${before}${open}`, always, `}${close}${after}`, ' ')
    return
  }
  const written = maybe.some(({ field }) => field.readonly) ? `${scope.use('Writable')}<${type}>` : type
  writer.filled(`const result: ${written} = ${open}`, always, `}${close}`, ' ')
  for (const { field, local } of maybe) {
    writer.line(`if (${local} !== undefined) ${propertyAccess('result', field.name)} = ${local}`)
  }
  writer.line(`return ${before}result${after}`)
}

/** Emits the draft of a source that is asked for each property. */
export function emitDraftLiteral(
  dto: ObjectType,
  members: readonly (readonly [field: Field, value: string])[],
  scope: ModuleScope,
): void {
  const [before, after] = isSparse(dto) ? [`${scope.use('dense')}(`, ')'] : ['', '']
  scope.writer.block(
    `return ${before}{`,
    () => scope.writer.lines(members.map(([{ name }, value]) => `${propertyKey(name)}: ${value},`)),
    `}${after}`,
  )
}

function member(name: string, local: string): string {
  return name === local ? name : `${propertyKey(name)}: ${local}`
}
