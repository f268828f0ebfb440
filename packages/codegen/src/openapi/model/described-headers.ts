/** Headers that OpenAPI describes elsewhere than among the parameters. */
export const describedElsewhere: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'accept',
  'content-type',
])
