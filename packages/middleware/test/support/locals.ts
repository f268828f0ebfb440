import '@ctxgen/runtime'

declare module '@ctxgen/runtime' {
  interface Locals {
    /** The user of the logins in tests. */
    login: string
  }
}
