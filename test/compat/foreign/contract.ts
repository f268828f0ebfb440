import { isAnything } from './random-values.ts'
import {
  branchesOf,
  isPlainObject,
  type RootSchema,
  type Schema,
  type SchemaObject,
  typeOf,
} from './schema.ts'

/** Rules of the contract (tags.md) that a schema cannot express. */
export interface Clauses {
  /** `null` for an optional member is no member. */
  readonly nullIsAbsent: boolean
  /** `Record<string, never>` has no members; those sent are not read. */
  readonly dropsUndeclared: boolean
  /** One branch of a union of objects is read: the one that declares most of what was sent. */
  readonly oneBranch: boolean
  /** Whether the schema has the branches in the order of declaration, so that the first of equals is known. */
  readonly isOrdered: boolean
}

/** Whether a value is one of a schema's, read with clauses of the contract. */
export function keepsContract(value: unknown, root: RootSchema, clauses: Clauses): boolean {
  return keeps(root.schema, value)

  function keeps(schema: Schema, one: unknown): boolean {
    const branches = branchesOf(schema, root)
    if (branches.length === 1 && branches[0] !== undefined) return keepsBranch(branches[0], one)
    const objects = branches.filter((branch) => isObjectSchema(branch))
    if (!clauses.oneBranch || !isPlainObject(one) || objects.length < 2) {
      return branches.some((branch) => keepsBranch(branch, one))
    }
    if (branches.some((branch) => !isObjectSchema(branch) && keepsBranch(branch, one))) return true
    const [first, ...equals] = chosen(objects, one)
    if (first === undefined) return false
    return (
      keepsBranch(first, one) && (clauses.isOrdered || equals.every((branch) => keepsBranch(branch, one)))
    )
  }

  function keepsBranch(branch: Schema, one: unknown): boolean {
    if (typeof branch === 'boolean') return branch
    if (isAnything(branch)) return true
    if (branch.allOf !== undefined && !branch.allOf.every((part) => keeps(part, one))) return false
    if (branch.not !== undefined && keeps(branch.not, one)) return false
    if (branch.const !== undefined && branch.const !== one) return false
    if (branch.enum !== undefined && !branch.enum.includes(one)) return false
    if (branch.type === undefined && branch.properties === undefined) return true
    if (isObjectSchema(branch)) return isPlainObject(one) && keepsObject(branch, one)
    if (branch.type === 'array') return Array.isArray(one) && keepsList(branch, one)
    return keepsScalar(branch, one)
  }

  function keepsObject(schema: SchemaObject, one: Readonly<Record<string, unknown>>): boolean {
    const { properties = {}, required = [], additionalProperties = true } = schema
    const isSent = (name: string): boolean => Object.hasOwn(one, name)
    if (!required.every(isSent)) return false
    return Object.keys(one).every((name) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (clauses.nullIsAbsent && one[name] === null && !required.includes(name) && name in properties)
        return true
      if (clauses.dropsUndeclared && isNever(member)) return true
      return keeps(member ?? true, one[name])
    })
  }

  function keepsList(schema: SchemaObject, list: readonly unknown[]): boolean {
    const { items = true, minItems = 0, maxItems = Number.POSITIVE_INFINITY, additionalItems = true } = schema
    if (list.length < minItems || list.length > maxItems) return false
    const fixed: readonly Schema[] | undefined = Array.isArray(items) ? items : undefined
    return list.every((one, index) =>
      keeps(fixed === undefined ? (items as Schema) : (fixed[index] ?? additionalItems), one),
    )
  }

  /** The branches that may be the one that is read: several when the choice needs the order of declaration. */
  function chosen(branches: readonly Schema[], one: Readonly<Record<string, unknown>>): readonly Schema[] {
    const sent = Object.keys(one)
    const objects = branches.map((branch) => branch as SchemaObject)
    const possible = objects.filter(
      ({ properties = {}, required = [] }) =>
        !sent.some((name) => {
          const member = Object.hasOwn(properties, name) ? properties[name] : undefined
          if (member === undefined || (one[name] === null && !required.includes(name))) return false
          return isLiteral(member) && !keeps(member, one[name])
        }),
    )
    const declared = possible.map((branch) => ({
      branch,
      count: sent.filter((name) => declares(branch, name, one)).length,
    }))
    // The tool that sorts branches hides index signatures: any branch may declare a member that none names.
    const isHidden = !clauses.isOrdered && sent.some((name) => !objects.some((one) => names(one, name)))
    if (isHidden) return possible
    const most = Math.max(...declared.map(({ count }) => count))
    if (most === 0 && possible.length < objects.length) return []
    const best = declared.filter(({ count }) => count === most).map(({ branch }) => branch)
    const fitting = best.filter((branch) => fits(branch, one))
    return fitting.length > 0 ? fitting : best
  }

  function declares(branch: SchemaObject, name: string, one: Readonly<Record<string, unknown>>): boolean {
    const { properties = {}, required = [], additionalProperties = true } = branch
    if (one[name] === null && !required.includes(name) && Object.hasOwn(properties, name)) return false
    return Object.hasOwn(properties, name) || typeof additionalProperties === 'object'
  }

  /** Looks one level deep, as the choice does. */
  function fits(branch: SchemaObject, one: Readonly<Record<string, unknown>>): boolean {
    const { properties = {}, required = [] } = branch
    if (!required.every((name) => Object.hasOwn(one, name))) return false
    return Object.entries(properties).every(([name, member]) => {
      if (!Object.hasOwn(one, name)) return true
      const sent = one[name]
      if (sent === null && !required.includes(name)) return true
      const kinds = branchesOf(member, root)
      if (typeof sent !== 'object' || sent === null) return keeps(member, sent)
      return kinds.some(
        (kind) => typeof kind === 'boolean' || isAnything(kind) || kindOf(kind) === typeOf(sent),
      )
    })
  }

  function isLiteral(member: Schema): boolean {
    return branchesOf(member, root).every(
      (branch) =>
        typeof branch === 'object' &&
        (branch.const !== undefined || branch.enum !== undefined || branch.type === 'null'),
    )
  }
}

/** `{ "not": {} }` */
function isNever(schema: Schema | undefined): boolean {
  return typeof schema === 'object' && isPlainObject(schema.not) && Object.keys(schema.not).length === 0
}

function names({ properties = {} }: SchemaObject, name: string): boolean {
  return Object.hasOwn(properties, name)
}

function isObjectSchema(branch: Schema): boolean {
  return kindOf(branch) === 'object'
}

function kindOf(branch: Schema): string | undefined {
  if (typeof branch === 'boolean') return undefined
  if (branch.properties !== undefined) return 'object'
  return typeof branch.type === 'string' ? branch.type : undefined
}

function keepsScalar({ type, pattern, format }: SchemaObject, one: unknown): boolean {
  if (type === 'integer') return Number.isInteger(one)
  if (typeOf(one) !== type) return false
  if (typeof one !== 'string') return true
  if (format === 'date-time' && Number.isNaN(Date.parse(one))) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(one)
}
