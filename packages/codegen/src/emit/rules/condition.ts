/** A condition of generated code; `true` and `false` are known when generating. */
export type Condition = boolean | Clause

export interface Clause {
  /** The operator between the parts; `''` for a single part that binds tighter than either. */
  readonly joint: '&&' | '||' | ''
  readonly parts: readonly string[]
}

/** A comparison or a call. */
export function clause(text: string): Clause {
  return { joint: '', parts: [text] }
}

export function and(...conditions: readonly Condition[]): Condition {
  return join('&&', conditions, false)
}

export function or(...conditions: readonly Condition[]): Condition {
  return join('||', conditions, true)
}

export function conditionText(condition: Condition): string {
  return typeof condition === 'boolean' ? String(condition) : condition.parts.join(` ${condition.joint} `)
}

/** `decisive` is the value of one condition that decides the whole. */
function join(joint: '&&' | '||', conditions: readonly Condition[], decisive: boolean): Condition {
  if (conditions.includes(decisive)) return decisive
  const clauses = conditions.filter((one) => typeof one !== 'boolean')
  const [only] = clauses
  if (only === undefined) return !decisive
  if (clauses.length === 1) return only
  return { joint, parts: clauses.flatMap((one) => partsFor(joint, one)) }
}

function partsFor(joint: '&&' | '||', one: Clause): readonly string[] {
  return one.joint === '' || one.joint === joint ? one.parts : [`(${conditionText(one)})`]
}
