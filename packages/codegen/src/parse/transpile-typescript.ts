import { ts } from './compiler.ts'

const path = 'module.ts'

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  isolatedModules: true,
  noLib: true,
  noResolve: true,
}

/** Strips types from an ES module: Node 20 cannot load TypeScript itself. */
export function transpileTypeScript(text: string): string {
  const source = ts.createSourceFile(path, text, options.target ?? ts.ScriptTarget.ES2022)
  let code = ''
  // Like `transpileModule`, which belongs to the services that are not loaded.
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === path ? source : undefined),
    fileExists: (name) => name === path,
    readFile: () => '',
    writeFile: (_, output) => {
      code = output
    },
    getDefaultLibFileName: () => 'lib.d.ts',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  }
  ts.createProgram([path], options, host).emit()
  return code
}
