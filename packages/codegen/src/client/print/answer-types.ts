import type { ContentPlan, OperationPlan } from '../plan/client-plan.ts'
import type { FileDraft } from './file-draft.ts'
import { typeText } from './print-values.ts'

/** The type of a body; `undefined` without one. */
export function contentType({ kind, value }: ContentPlan, draft: FileDraft): string | undefined {
  switch (kind) {
    case 'text':
    case 'redirect':
      return 'string'
    case 'file':
      return draft.use('Download')
    case 'events':
      return `AsyncGenerator<${draft.use('ServerEvent')}, void, undefined>`
    case 'values':
    case 'exactValues':
      return `AsyncGenerator<${valueType(value, draft)}, void, undefined>`
    case 'nothing':
    case 'problem':
      return undefined
    default:
      return valueType(value, draft)
  }
}

export function valueType(value: ContentPlan['value'], draft: FileDraft): string {
  return value === undefined ? 'unknown' : typeText(value, draft, false)
}

/** The bodies of an operation's successes. */
interface SuccessTypes {
  readonly types: readonly string[]
  /** Whether there may be nothing. */
  readonly isAbsent: boolean
}

export function successTypes({ answers }: OperationPlan, draft: FileDraft): SuccessTypes {
  const contents = answers.filter(({ status }) => status < 400).flatMap((one) => one.contents)
  const types = contents.flatMap((one) => contentType(one, draft) ?? [])
  return { types: [...new Set(types)], isAbsent: contents.some(({ kind }) => mayLack.has(kind)) }
}

/** A redirect may lack its location. */
const mayLack: ReadonlySet<ContentPlan['kind']> = new Set(['nothing', 'redirect', 'problem'])

/** The result of a function that throws for errors. */
export function bodyType(operation: OperationPlan, draft: FileDraft): string {
  const { types, isAbsent } = successTypes(operation, draft)
  if (types.length === 0) return isAbsent ? 'void' : 'never'
  return [...types, ...(isAbsent ? ['undefined'] : [])].join(' | ')
}
