import { dtoSource } from '../start/make-dtos.mjs'

/** The smallest service that receives and sends JSON, with the binder of `makeDtos(folder, 1)`. */
export const jsonApp = `import { App } from '@ctxgen/runtime'
import { Article0Dto } from './article-0.bind.mjs'
const app = new App()
app.post('/', (c) => c.json(c.bind().json(Article0Dto)))
await app.listen(3000)`

const second = `/** @json */
export interface BookingDto {
  room: int
  guest: string
  street: string
  comment?: string
  kind: 'single' | 'double' | 'family'
  breakfast: boolean
  /** @default 1 */ nights: int
  price: number
  extras: string[]
  arrival: Date
}
`

/** Ten properties of the same types, with other names. */
export const secondSource = `import type { int } from '@ctxgen/runtime'\n\n${second}`

/** Both interfaces in one file. */
export const bothSource = `${dtoSource('Article0Dto')}\n${second}`
