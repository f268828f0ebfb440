import type { CtxInput } from './ctx-input.ts'
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

class RequestView extends View {}
class ResponseView extends View {}

/** Gives a view every public method that the classes from `last` up to (not with) `end` have. */
function addMethods(view: typeof View, last: object, end: object): void {
  for (
    let proto: object | null = last;
    proto !== null && proto !== end;
    proto = Object.getPrototypeOf(proto)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
      const isPublic = typeof value === 'function' && name !== 'constructor' && !name.startsWith('raw')
      if (isPublic) Object.defineProperty(view.prototype, name, { value: View.method(name) })
    }
  }
}

const inputPrototype: object = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf(CtxRequest.prototype)),
)
addMethods(RequestView, CtxRequest.prototype, inputPrototype)
addMethods(ResponseView, CtxResponse.prototype, CtxRequest.prototype)

// What the types above say is what addMethods() did.
export const reqView = (c: CtxRequest): ReqView => new RequestView(c) as unknown as ReqView
export const resView = (c: CtxResponse): ResView => new ResponseView(c) as unknown as ResView
