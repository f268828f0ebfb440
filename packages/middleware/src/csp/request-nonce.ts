import type { Ctx } from '@ctxgen/runtime'

class RequestNonce {
  readonly text: string
  /** A handler has asked for it, and may show it in an answer of any type. */
  isAsked = false

  constructor() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    this.text = btoa(String.fromCharCode(...bytes))
  }
}

const key: unique symbol = Symbol('CSP nonce')

/** Made once for a request, for the policy and for templates. */
export function madeNonce(c: Ctx): string {
  const known = knownNonce(c)
  if (known !== undefined) return known.text
  const made = c.locals(key, new RequestNonce())
  c.viewBind({ cspNonce: made.text })
  return made.text
}

/** For a handler; `""` when the policy has none. */
export function askedNonce(c: Ctx): string {
  const known = knownNonce(c)
  if (known === undefined) return ''
  known.isAsked = true
  return known.text
}

/** Whether the answer may show the nonce: a handler has asked for it, or the answer is a document, as of a template. */
export function mayShowNonce(c: Ctx): boolean {
  const known = knownNonce(c)
  return known !== undefined && (known.isAsked || /html|xml/i.test(c.getRespHeader('content-type')))
}

function knownNonce(c: Ctx): RequestNonce | undefined {
  const known = c.locals(key)
  return known instanceof RequestNonce ? known : undefined
}
