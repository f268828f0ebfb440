import { readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'

/** Starts Cloudflare's runtime with one bundled worker. Neither `eval` nor `new Function` works in it. */
export function startWorkerd(
  bundle: string,
  durableObjects: Readonly<Record<string, string>> = {},
): Miniflare {
  return new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync(bundle, 'utf8') }],
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects,
  })
}
