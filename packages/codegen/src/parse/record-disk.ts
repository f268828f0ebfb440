import { RecordedDisk } from '../disk/recorded-disk.ts'
import { ts } from './compiler.ts'

/** A disk on which the compiler reads, and which keeps what it saw. */
export function recordDisk(): RecordedDisk {
  return new RecordedDisk((path) => ts.sys.readFile(path))
}
