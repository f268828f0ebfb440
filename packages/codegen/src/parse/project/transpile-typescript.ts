import { ts } from 'ts-morph'

const compilerOptions: ts.CompilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }

/** Strips types from an ES module: Node 20 cannot load TypeScript itself. */
export function transpileTypeScript(text: string): string {
  return ts.transpileModule(text, { compilerOptions }).outputText
}
