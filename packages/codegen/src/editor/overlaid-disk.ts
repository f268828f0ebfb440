import { ts } from 'ts-morph'
import type { Disk } from '../disk/recorded-disk.ts'
import { slashed } from '../parse/project/source-files.ts'

/** The disk, with the unsaved texts of an editor in place of files. */
export class OverlaidDisk implements Disk {
  readonly #texts = new Map<string, string>()

  /** @param text `undefined`: as on disk again */
  set(path: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(slashed(path))
    else this.#texts.set(slashed(path), text)
  }

  fileExists(path: string): boolean {
    return this.#texts.has(path) || ts.sys.fileExists(path)
  }

  readFile(path: string): string | undefined {
    return this.#texts.get(path) ?? ts.sys.readFile(path)
  }

  directoryExists(path: string): boolean {
    return ts.sys.directoryExists(path)
  }

  getDirectories(path: string): string[] {
    return ts.sys.getDirectories(path)
  }

  realpath(path: string): string {
    return ts.sys.realpath?.(path) ?? path
  }
}
