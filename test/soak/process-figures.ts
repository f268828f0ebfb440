import { readdirSync, readFileSync } from 'node:fs'

/** The resident memory of a process in MB, current or peak. Linux only. */
export function residentMb(pid: number, which: 'now' | 'peak'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM'
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** The processor time of a process, in ms. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may contain anything; in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
