// Loaded before the command: the n-th call that changes the disk fails, with the code that CTXGEN_FAIL names.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [code, nth] = process.env.CTXGEN_FAIL.split(' ')
let calls = 0

for (const name of [
  'writeFileSync',
  'writeSync',
  'fsyncSync',
  'renameSync',
  'mkdirSync',
  'linkSync',
  'copyFileSync',
]) {
  const original = fs[name]
  fs[name] = (...args) => {
    // What the command prints goes through here as well.
    if (typeof args[0] === 'number' && args[0] <= 2) return original(...args)
    calls++
    if (calls === Number(nth))
      throw Object.assign(new Error(`${code}: made to fail, ${name}`), { code, syscall: name })
    return original(...args)
  }
}
const { openSync } = fs
fs.openSync = (path, flags, ...rest) => {
  if (flags === undefined || flags === 'r' || flags === 0) return openSync(path, flags, ...rest)
  calls++
  if (calls === Number(nth))
    throw Object.assign(new Error(`${code}: made to fail, open`), { code, syscall: 'open', path })
  return openSync(path, flags, ...rest)
}
syncBuiltinESMExports()
