import { readFileSync, writeFileSync } from 'node:fs'

/** The peak memory in MB. Without `/proc` only the current memory is known. */
export function residentPeak(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  } catch {
    return process.memoryUsage.rss() / 2 ** 20
  }
}

/** Resets the kernel's high-water mark. */
export function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {}
}
