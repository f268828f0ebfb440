import { BindError } from './bind-error.ts'

/** A route that lacks the parameter of a required property. No request can make it right, so it is answered with a 500. */
export class RouteError extends BindError {
  constructor(path: string, route: { readonly method: string; readonly path: string }) {
    const message = `is required, and the route ${route.method} ${route.path} has no such parameter`
    super([{ source: 'uri', path, message }])
  }
}
