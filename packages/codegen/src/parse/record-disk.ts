import { RecordedDisk } from '../disk/recorded-disk.ts'
import { ts } from './compiler.ts'

/** A recording disk with the compiler's file access. */
export function recordDisk(): RecordedDisk {
  return new RecordedDisk((path) => ts.sys.readFile(path))
}
