import { ts } from 'ts-morph'
import { RecordedDisk } from '../../disk/recorded-disk.ts'

/** A recording disk with the compiler's file access. */
export function recordDisk(): RecordedDisk {
  return new RecordedDisk((path) => ts.sys.readFile(path))
}
