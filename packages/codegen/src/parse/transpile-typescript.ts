import { ts } from './compiler.ts'

/** TypeScript as JavaScript of the same module, for a file that node is to load: node 20 cannot strip types. */
export function transpileTypeScript(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  return ts.transpileModule(text, { compilerOptions }).outputText
}
