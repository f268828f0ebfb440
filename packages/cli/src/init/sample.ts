/** Where the sample goes, and what the config of a new project reads. */
export const sampleFolder = 'src/dto'

export const sampleName = 'hello.ts'

export const sampleConfig: string = `{
  "inputs": ["${sampleFolder}"]
}
`

export const sampleDto = `import type { int } from '@ctxgen/runtime'

/** What GET /hello/:name?times=2 is asked: \`c.bind().all(HelloDto)\`. */
export interface HelloDto {
  /** @uri */
  name: string
  /** @query @default 1 */
  times: int
}
`
