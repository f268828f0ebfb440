/** Made by build-workers.ts. */
declare module 'built:package-files' {
  export const packageFiles: Readonly<Record<string, string>>
}

declare module 'built:node-tables' {
  export const statusCodes: Readonly<Record<string, string>>
  export const builtinModules: readonly string[]
}
