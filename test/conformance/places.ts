import { fileURLToPath } from 'node:url'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Paths in the repository. */
export const places = {
  root: here('../../'),
  runtimePackage: here('../../packages/runtime'),
  cliBin: here('../../packages/cli/bin/ctxgen.js'),
  cliRun: here('../../packages/cli/src/run.ts'),
  nodeModules: here('../../node_modules'),
  cases: here('./cases'),
  /** The original folder of the cases, if present. */
  originalCases: here('../../../shared/conformance'),
  done: here('./done.json'),
  disputed: here('./disputed.json'),
}
