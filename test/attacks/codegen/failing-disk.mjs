// Loaded before the command. CTXGEN_FAIL says what becomes of the n-th call that changes the disk: a code of an error,
// or `kill`, `kill-midway` (half of what is written is there) and `kill-after`, in which the process ends. `count` says
// at the end how many calls there were.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [fault, nth] = process.env.CTXGEN_FAIL.split(' ')
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
    return changed(name, original, args)
  }
}
const { openSync } = fs
fs.openSync = (...args) => {
  const [, flags] = args
  if (flags === undefined || flags === 'r' || flags === 0) return openSync(...args)
  // A disk that fails may do so when a file is read; to end the process there tells nothing new.
  const isRead = typeof flags === 'number' && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) === 0
  if (isRead && (fault === 'count' || fault.startsWith('kill'))) return openSync(...args)
  return changed('open', openSync, args)
}
syncBuiltinESMExports()

if (fault === 'count') process.on('exit', () => process.stderr.write(`${calls} calls\n`))

function changed(name, original, args) {
  calls++
  if (calls !== Number(nth)) return original(...args)
  if (!fault.startsWith('kill')) {
    const path = typeof args[0] === 'string' ? args[0] : undefined
    throw Object.assign(new Error(`${fault}: made to fail, ${name}`), { code: fault, syscall: name, path })
  }
  if (fault === 'kill-midway' && name.startsWith('write')) {
    const [target, data, options] = args
    const half = data.slice(0, data.length / 2)
    // What follows the data of writeSync says which part of it.
    if (name === 'writeSync') original(target, half)
    else original(target, half, options)
  }
  if (fault === 'kill-after') original(...args)
  process.kill(process.pid, 'SIGKILL')
  // The signal may come a moment later; nothing more is to happen until then.
  for (;;);
}
