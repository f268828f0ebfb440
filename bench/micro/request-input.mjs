const settings = {
  splitting: false,
  maxKeys: 1000,
  maxDepth: 32,
  maxArrayLength: 1000,
  jsonDecoder: undefined,
  structValidator: undefined,
}

const noLines = []
const noBytes = Buffer.alloc(0)

/** A request as ctxgen's binders see one (`BindInput`), as plain as an adapter could make it. */
export class RequestInput {
  #query
  #headers
  #body

  constructor({ query = '', headers = noLines, body = noBytes }) {
    this.#query = query
    this.#headers = headers
    this.#body = body
  }

  rawQuery() {
    return this.#query
  }

  routeParam() {
    return undefined
  }

  routeParamNames() {
    return noLines
  }

  contentType() {
    return ''
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
    return settings
  }
}
