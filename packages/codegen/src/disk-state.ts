import { type BigIntStats, statSync } from 'node:fs'

/**
 * A file may be saved again within the tick of its file system's clock, and then looks the same. The coarsest clocks in
 * use (FAT) tick every two seconds. In ms.
 */
const coarsestTick = 2000

/** What files look like at a time, to tell later which of them may have changed since, come or gone. */
export class DiskState {
  readonly #marks = new Map<string, string>()

  /** `since` is when reading the files began, in ms since 1970: what was saved about then may have been read before. */
  constructor(paths: Iterable<string>, since: number) {
    for (const path of paths) this.#marks.set(path, markOf(path, since - coarsestTick))
  }

  /** May name a file that is the same, but misses none that is not. */
  get changed(): readonly string[] {
    return [...this.#marks].flatMap(([path, mark]) => (mark === markOf(path) ? [] : [path]))
  }
}

function markOf(path: string, newest = Number.POSITIVE_INFINITY): string {
  const found = statOf(path)
  if (found === undefined) return 'absent'
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = found
  // A mark that no file has: this one counts as changed the next time.
  if (mtimeMs > newest || ctimeMs > newest) return 'too new to tell'
  return [dev, ino, size, mtimeNs, ctimeNs].join(':')
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}
