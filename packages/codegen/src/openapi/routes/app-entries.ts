import { dirname, join } from 'node:path'
import { isInside } from '../../disk/project-root.ts'
import type { Disk } from '../../disk/recorded-disk.ts'
import type { InputRoot } from '../../input/find-inputs.ts'
import { slashed } from '../../parse/project/source-files.ts'
import type { AppModules } from './app-modules.ts'

/** In the order in which they are tried. */
const names = ['app', 'main', 'index', 'server']
const endings = ['ts', 'mts']

/** The modules of the apps in the packages of the inputs, at most one for each package. */
export function appEntries(
  roots: readonly InputRoot[],
  project: string,
  modules: AppModules,
  disk: Disk,
): readonly string[] {
  const packages = new Set(roots.map(({ path }) => packageAround(dirname(path), project, disk)))
  return [...packages].flatMap((folder) => {
    const paths = names.flatMap((name) =>
      endings.map((ending) => slashed(join(folder, `src/${name}.${ending}`))),
    )
    return (
      entryAmong(
        paths.filter((path) => disk.fileExists(path)),
        modules,
      ) ?? []
    )
  })
}

function packageAround(folder: string, project: string, disk: Disk): string {
  const above = dirname(folder)
  const isLast = disk.fileExists(slashed(join(folder, 'package.json'))) || !isInside(project, above)
  return isLast || above === folder ? folder : packageAround(above, project, disk)
}

/** The first one, or one that mounts it. */
function entryAmong(paths: readonly string[], modules: AppModules): string | undefined {
  const [first, ...others] = paths.filter((path) => isApp(path, modules))
  if (first === undefined) return undefined
  const own = modules.reachedFrom(first)
  const outer = others.find((path) => {
    const reached = modules.reachedFrom(path)
    const more = [...reached].filter((one) => !own.has(one))
    return reached.has(first) && more.some((one) => /\.(?:use|route|group)\s*\(/.test(modules.textOf(one)))
  })
  return outer ?? first
}

/** The index of a library is none: other packages may mount what it exports. */
function isApp(path: string, modules: AppModules): boolean {
  if (!/\/index\.m?ts$/.test(path)) return true
  const all = [...modules.reachedFrom(path)]
  return all.some((one) => /\.(?:listen|fetch)\b/.test(modules.textOf(one)))
}
