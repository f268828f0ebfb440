import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file that a server writes. */
export const target = join(tmpdir(), `ctxgen-bench-${process.env.PORT}.mp4`)
