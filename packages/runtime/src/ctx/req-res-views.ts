import {
  type CtxEffect,
  type RequestMethod,
  type ResponseMethod,
  requestMethods,
  responseMethods,
} from '@ctxgen/core/ctx-methods'

type ViewClass<K extends string> = new <C extends Record<K, unknown>>(c: C) => Pick<C, K>

// Created lazily: defining the methods takes half a millisecond of the start, and most apps use no view.
let RequestView: ViewClass<RequestMethod> | undefined
let ResponseView: ViewClass<ResponseMethod> | undefined

/** The request methods of a Ctx and nothing else. */
export function reqView<C extends Record<RequestMethod, unknown>>(c: C): Pick<C, RequestMethod> {
  RequestView ??= viewClass(requestMethods)
  return new RequestView(c)
}

/** The response methods of a Ctx and nothing else. */
export function resView<C extends Record<ResponseMethod, unknown>>(c: C): Pick<C, ResponseMethod> {
  ResponseView ??= viewClass(responseMethods)
  return new ResponseView(c)
}

/** Forwards calls to a Ctx that handlers cannot reach. */
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

function viewClass<K extends string>(methods: Readonly<Record<K, CtxEffect>>): ViewClass<K> {
  class Methods extends View {}
  for (const name of Object.keys(methods))
    Object.defineProperty(Methods.prototype, name, { value: View.method(name) })
  // The compiler does not see the methods that the loop defines.
  return Methods as unknown as ViewClass<K>
}
