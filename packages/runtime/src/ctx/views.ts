import { CtxInput } from './ctx-input.ts'
import { CtxRequest } from './ctx-request.ts'
import { CtxResponse } from './ctx-response.ts'

/** `c.req()`: the request methods of a Ctx, and nothing else. */
export type ReqView = Pick<CtxRequest, Exclude<keyof CtxRequest, keyof CtxInput>>

/** `c.res()`: the response methods of a Ctx, and nothing else. */
export type ResView = Pick<CtxResponse, Exclude<keyof CtxResponse, keyof CtxRequest | `raw${string}`>>

/** Calls methods of the Ctx that it keeps to itself. */
class View {
  readonly #c: object

  constructor(c: object) {
    this.#c = c
  }

  static method(name: string): (this: View, ...args: unknown[]) => unknown {
    return function (...args) {
      return Reflect.apply(Reflect.get(this.#c, name), this.#c, args)
    }
  }
}

// Made when first asked for: it takes half a millisecond of the start, and most apps ask for neither.
let RequestView: typeof View | undefined
let ResponseView: typeof View | undefined

// What the types above say is what viewOf() did.

export function reqView(c: CtxRequest): ReqView {
  RequestView ??= viewOf(CtxRequest.prototype, CtxInput.prototype)
  return new RequestView(c) as unknown as ReqView
}

export function resView(c: CtxResponse): ResView {
  ResponseView ??= viewOf(CtxResponse.prototype, CtxRequest.prototype)
  return new ResponseView(c) as unknown as ResView
}

/** A view with every public method that the classes from `last` up to (not with) `end` have. */
function viewOf(last: object, end: object): typeof View {
  class Methods extends View {}
  for (
    let proto: object | null = last;
    proto !== null && proto !== end;
    proto = Object.getPrototypeOf(proto)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
      const isPublic = typeof value === 'function' && name !== 'constructor' && !name.startsWith('raw')
      if (isPublic) Object.defineProperty(Methods.prototype, name, { value: View.method(name) })
    }
  }
  return Methods
}
