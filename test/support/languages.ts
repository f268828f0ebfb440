import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FullMessages } from '@ctxgen/runtime/messages'
import { root } from './fixture-folders.ts'

/** The languages that come with the runtime: each is a file. */
export const languages: readonly string[] = readdirSync(
  join(root, 'packages/runtime/src/messages/languages'),
).map((file) => file.replace(/\.ts$/, ''))

const exported = languages.map(async (language) =>
  Object.entries<FullMessages>(await import(`@ctxgen/runtime/messages/${language}`)),
)

/** Their messages, by language. */
export const shipped: Readonly<Record<string, FullMessages>> = Object.fromEntries(
  (await Promise.all(exported)).flat(),
)
