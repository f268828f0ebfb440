import { realpathSync } from 'node:fs'
import { catalog } from '../diagnostics/catalog.ts'
import { type Diagnostic, diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'

/** @param realPath of `path`, outside `root` */
export function outsideProject(
  path: string,
  realPath: string,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): Diagnostic {
  const shown = displayPath(cwd, path)
  const real = displayPath(realpathSync.native(cwd), realPath)
  return diagnoseAt(path, catalog.outputOutsideProject, shown, real, root)
}
