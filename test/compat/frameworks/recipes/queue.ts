import { deepStrictEqual, throws } from 'node:assert'
import { messageInput } from '@ctxgen/runtime/adapters'
import { bindAllCarLeft } from './dto.bind.js'
import { answerOf, bodyText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

interface KafkaMessage {
  readonly headers?: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>
  readonly value: Buffer | null
}

export function carLeft({ headers = {}, value }: KafkaMessage) {
  return bindAllCarLeft(messageInput({ headers, body: value }))
}

export const check: Check = async () => {
  const value = Buffer.from('{"plate_no":"AB 12","at":"2024-01-31T00:00:00Z"}')
  const car = carLeft({ headers: { 'Trace-Id': Buffer.from('t1') }, value })
  deepStrictEqual(car, { plate: 'AB 12', at: new Date('2024-01-31T00:00:00Z'), traceId: 't1' })
  throws(() => carLeft({ value: null }))
}

export const recipes: readonly Recipe[] = [
  {
    name: 'messageInput',
    source: 'json',
    answer: ({ bind, request }) => answerOf(() => bind(messageInput({ body: bodyText(request) }))),
  },
]
