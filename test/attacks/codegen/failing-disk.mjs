// Loaded before the command. CTXGEN_FAIL names the fate of the n-th call that changes the disk: an error
// code, or `kill`, `kill-midway` (after half the bytes) and `kill-after`, which end the process. `count`
// prints the number of calls at the end.
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
    // The command's output passes through here as well.
    if (typeof args[0] === 'number' && args[0] <= 2) return original(...args)
    return changed(name, original, args)
  }
}
const { openSync } = fs
fs.openSync = (...args) => {
  const [, flags] = args
  if (flags === undefined || flags === 'r' || flags === 0) return openSync(...args)
  // Reads may fail too; ending the process there reveals nothing new.
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
    // The arguments after the data of writeSync select the part to write.
    if (name === 'writeSync') original(target, half)
    else original(target, half, options)
  }
  if (fault === 'kill-after') original(...args)
  process.kill(process.pid, 'SIGKILL')
  // The signal may arrive a moment later; nothing more may happen until then.
  for (;;);
}
