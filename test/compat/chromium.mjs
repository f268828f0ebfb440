// Finds the browser of tests: `CHROMIUM`, else that of Debian and Ubuntu.
import { existsSync } from 'node:fs'

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A sentence when there is no browser; `undefined` when there is one. */
export function missingChromium() {
  if (existsSync(chromiumPath)) return undefined
  return `There is no browser at ${chromiumPath}: apt-get install chromium, or set CHROMIUM to the path of yours.`
}
