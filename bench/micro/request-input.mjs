import { defaultBindSettings } from '@ctxgen/runtime'

const noLines = []
const noBytes = Buffer.alloc(0)
const noParams = {}

/** A minimal `BindInput` for ctxgen's binders, without an adapter. */
export class RequestInput {
  #query
  #headers
  #body
  #params
  #contentType

  constructor({ query = '', headers = noLines, body = noBytes, params = noParams, contentType = '' }) {
    this.#query = query
    this.#headers = headers
    this.#body = body
    this.#params = params
    this.#contentType = contentType
  }

  rawQuery() {
    return this.#query
  }

  routeParam(name) {
    return this.#params[name]
  }

  routeParamNames() {
    return Object.keys(this.#params)
  }

  contentType() {
    return this.#contentType
  }

  rawHeaders() {
    return this.#headers
  }

  rawResponseHeaders() {
    return noLines
  }

  bodyBytes() {
    return this.#body
  }

  bindSettings() {
    return defaultBindSettings
  }
}
