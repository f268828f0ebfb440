import { deepStrictEqual, throws } from 'node:assert'
import { createEnv } from '@t3-oss/env-core'
import { Env } from './dto.bind.js'
import type { Check } from './recipe.ts'

export function environment(runtimeEnv: Record<string, string | undefined>) {
  return createEnv({
    server: { PORT: Env.query.of('port'), ORIGINS: Env.query.of('origins') },
    runtimeEnv,
  })
}

export const check: Check = async () => {
  const { PORT, ORIGINS } = environment({ ORIGINS: 'a.com,b.com' })
  deepStrictEqual({ PORT, ORIGINS }, { PORT: 3000, ORIGINS: ['a.com', 'b.com'] })
  throws(() => environment({ PORT: '70000' }))
}
