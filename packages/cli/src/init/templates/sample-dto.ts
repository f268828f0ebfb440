/** Folder of the sample, and the input in a new config. */
export const sampleFolder = 'src/dto'

/** The request and the answer of the first route. */
export const sampleDto = `import type { int } from '@ctxgen/runtime'

/** Request of GET /hello/:name?times=2. */
export interface HelloDto {
  /** @uri */
  name: string
  /** @query @default 1 @validate min=1,max=10 */
  times: int
}

/** Its response. @response */
export interface HelloAnswer {
  greetings: string[]
}
`

/** The value of HelloAnswer. */
export const sampleValue = `{ greetings: Array.from({ length: times }, () => \`Hello, \${name}!\`) }`

/** Commands that call the first route: for an answer, and for an error. */
export function sampleCall(port: number): string {
  return `curl "localhost:${port}/hello/Ann?times=2" "localhost:${port}/hello/Ann?times=x"`
}

/** A config that reads the sample. */
export function sampleConfig(more: object = {}): string {
  return `${JSON.stringify({ inputs: [sampleFolder], ...more }, undefined, 2).replace(/\[\s+("[^"]+")\s+\]/, '[$1]')}\n`
}
