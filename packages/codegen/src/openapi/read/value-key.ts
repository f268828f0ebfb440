import type { ObjectValue, Value } from './value.ts'

const numbers = new WeakMap<object, number>()
let count = 0

/** The same number for the same object. */
function numberOf(object: object): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  count++
  numbers.set(object, count)
  return count
}

/** Members that are compared one by one; of deeper values the identity counts. */
const deepestKey = 3

/** Equal for values with which code does the same. */
export function valueKey(value: Value, depth = 0): string {
  const inner = (one: Value): string => valueKey(one, depth + 1)
  switch (value.kind) {
    case 'literal':
      return `${typeof value.value} ${JSON.stringify(String(value.value))}`
    case 'unknown': {
      const scope = value.scope?.isGeneric ? value.scope.key : ''
      return value.node === undefined ? 'unknown' : `unknown ${numberOf(value.node)} ${scope}`
    }
    case 'choice':
      return `(${value.of.map(inner).join(' | ')})`
    case 'list':
      return depth < deepestKey ? `[${value.items.map(inner).join()}]` : `list ${numberOf(value)}`
    case 'object':
      return objectKey(value, depth)
    case 'function':
      return `function ${numberOf(value.node)} ${value.scope.key} ${value.self === undefined ? '' : inner(value.self)}`
    case 'class':
      return `class ${numberOf(value.node)} ${value.scope.key}`
    case 'router':
    case 'response':
      return `${value.kind} ${numberOf(value)}`
    case 'pathRoutes':
      return `pathRoutes ${numberOf(value.router)}`
    case 'ctx':
      return 'ctx'
    case 'bind':
      return `bind ${value.skipsRules}`
    case 'redirect':
      return `redirect ${value.statuses.join()}`
    case 'generated':
      return `generated ${value.module.path} ${value.name} ${value.role} ${value.source}`
    case 'text':
      return `text ${value.of.module.path} ${value.of.name}`
    case 'guard':
      return `guard ${inner(value.find)}`
    case 'runtime':
      return `runtime ${value.name}`
    case 'method':
      return `method ${inner(value.on)} ${value.name}`
  }
}

/** An error is made anew each time that its code is read. */
function objectKey(value: ObjectValue, depth: number): string {
  const { members, error, router, class: of } = value
  const isInstance = of !== undefined && error === undefined
  if (depth >= deepestKey || router !== undefined || isInstance) return `object ${numberOf(value)}`
  const own = [...members].map(([name, one]) => `${name}: ${valueKey(one, depth + 1)}`)
  const failed =
    error && `${error.name} ${error.statuses} ${error.message} ${error.headers} ${numberOf(error.node)}`
  return `{ ${own.join()} } ${failed} ${of && numberOf(of.node)} ${value.isClosed} ${value.isPartial}`
}
