import { join } from 'node:path'
import type { DtoModule } from '../../src/model/dto.ts'
import { Sources } from '../../src/parse/parse-sources.ts'
import { inTempFolder } from './temp-folder.ts'

/** The model of a source, which may use `int`. */
export async function parsedModule(source: string): Promise<DtoModule> {
  let module: DtoModule | undefined
  await inTempFolder((folder) => {
    folder.write({ 'dto.ts': `import type { int } from '@ctxgen/runtime'\n${source}` })
    const path = join(folder.path, 'dto.ts')
    const sources = new Sources({
      paths: [path],
      cwd: folder.path,
      tsconfig: undefined,
      aliasTag: undefined,
      missing: 'error',
      any: 'error',
      rules: new Map(),
      outputOf: () => undefined,
    })
    module = sources.parse(path).module
  })
  if (module === undefined) throw new Error('the source has no model')
  return module
}
