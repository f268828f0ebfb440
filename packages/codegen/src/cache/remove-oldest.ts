import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Leaves the newest files of a folder. @throws the file system's error. */
export function removeOldest(folder: string, most: number): void {
  const paths = readdirSync(folder).map((name) => join(folder, name))
  if (paths.length <= most) return
  const byAge = paths.map((path) => ({ path, age: statSync(path).mtimeMs })).sort((a, b) => b.age - a.age)
  for (const { path } of byAge.slice(most)) rmSync(path, { force: true })
}
