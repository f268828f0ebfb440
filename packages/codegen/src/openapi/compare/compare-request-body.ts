import { compareSchemas } from './compare-schemas.ts'
import { isObject, memberOf } from './document-value.ts'
import type { OperationPair } from './operation-pair.ts'

/** Compares what an operation takes as its body. */
export function compareRequestBody({ changes, name, before, after }: OperationPair): void {
  const from = memberOf(before.operation, 'requestBody')
  const to = memberOf(after.operation, 'requestBody')
  const hadBody = 'content' in from.value
  const hasBody = 'content' in to.value
  const isRequired = to.value['required'] === true
  const report = (id: string, text: string, pointer = to.pointer): void =>
    changes.add({ id, text, pointer }, name, { text })
  if (!hadBody && hasBody && isRequired) report('request-body-added-required', 'added required request body')
  if (hadBody && !hasBody) report('request-body-removed', 'removed the request body', after.operation.pointer)
  if (!hadBody || !hasBody) return
  if (from.value['required'] !== true && isRequired) {
    report('request-body-became-required', 'request body became required')
  }
  const [old, now] = [memberOf(from, 'content'), memberOf(to, 'content')]
  for (const type of Object.keys(old.value)) {
    if (!isObject(now.value[type])) {
      report('request-body-media-type-removed', `removed the media type ${type} from the request body`)
      continue
    }
    const [a, b] = [memberOf(old, type), memberOf(now, type)]
    const subject = { changes, operation: name, place: { direction: 'request' }, path: '' } as const
    compareSchemas(subject, memberOf(a, 'schema'), memberOf(b, 'schema'))
  }
}
