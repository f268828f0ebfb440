import type { Ctx } from '@ctxgen/runtime'

/** The credentials of one scheme: a text, `""` without them; `undefined` if the header cannot be read. */
export function credentialsOf(c: Ctx, scheme: string): string | undefined {
  const { authorization = [] } = c.getReqHeaders()
  if (authorization.length > 1) return undefined
  const [line = ''] = authorization
  if (/[^\x20-\x7e]/.test(line)) return undefined
  const match = /^([!#$%&'*+.^_`|~\dA-Za-z-]+)(?: +([^ ].*))?$/.exec(line.trim())
  if (match?.[1]?.toLowerCase() !== scheme) return ''
  return match[2] ?? undefined
}
