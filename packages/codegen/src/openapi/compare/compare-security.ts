import { type JsonObject, objectsIn, textsIn } from './document-value.ts'
import type { OperationPair } from './operation-pair.ts'

/**
 * Compares what a client has to prove. oasdiff takes every change here for information, but a client without a token that
 * needs one breaks.
 */
export function compareSecurity(pair: OperationPair): void {
  const before = requirementsOf(pair.before.operation)
  const after = requirementsOf(pair.after.operation)
  for (const old of before) {
    if (after.some((now) => isMetBy(now, old))) continue
    for (const [scheme, text] of missingFrom(old, after)) {
      const id = `api-security-${text.includes('scope') ? 'scope-' : ''}added`
      pair.changes.add({ id, text, pointer: pair.after.operation.pointer }, pair.name, { scheme, text })
    }
  }
}

/** Alternatives, one of them must be met. An open operation has an empty one. */
function requirementsOf({ document, value }: OperationPair['after']['operation']): readonly JsonObject[] {
  const all = objectsIn(value['security'] ?? document['security'])
  return all.length === 0 ? [{}] : all
}

function isMetBy(now: JsonObject, old: JsonObject): boolean {
  return Object.entries(now).every(
    ([scheme, scopes]) =>
      Object.hasOwn(old, scheme) && textsIn(scopes).every((scope) => textsIn(old[scheme]).includes(scope)),
  )
}

/** The demands of the closest new alternative that the old one did not have, as scheme and text. */
function missingFrom(old: JsonObject, after: readonly JsonObject[]): readonly (readonly [string, string])[] {
  const lists = after.map((now) =>
    Object.entries(now).flatMap(([scheme, scopes]): (readonly [string, string])[] => {
      if (!Object.hasOwn(old, scheme)) {
        return [[scheme, `the endpoint scheme security ${scheme} was added to the API`]]
      }
      return textsIn(scopes)
        .filter((scope) => !textsIn(old[scheme]).includes(scope))
        .map((scope) => [
          scheme,
          `the security scope ${scope} was added to the endpoint's security scheme ${scheme}`,
        ])
    }),
  )
  return lists.sort((a, b) => a.length - b.length)[0] ?? []
}
