/** A module setup found in projects. */
export interface Shape {
  readonly name: string
  readonly type: 'module' | 'commonjs'
  readonly options: Readonly<Record<string, unknown>>
  /** The extension of relative imports. */
  readonly extension: '.js' | '.ts' | ''
  /** The TypeScript version it needs, if not every version supports it. */
  readonly only?: '5.9' | '7'
}

const strictest = {
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
}
const es = { type: 'module', extension: '.js' } as const
const cjs = { type: 'commonjs', extension: '.js' } as const

export const shapes: readonly Shape[] = [
  { ...es, name: 'nodenext, strictest', options: { module: 'nodenext', ...strictest } },
  { ...es, name: 'node16', options: { module: 'node16' } },
  { ...es, name: 'an old target', options: { module: 'nodenext', target: 'es2018' } },
  { ...es, name: 'no DOM', options: { module: 'nodenext', lib: ['es2022'] } },
  { ...es, name: 'bundler', options: { module: 'esnext', moduleResolution: 'bundler' } },
  {
    ...es,
    name: 'bundler without extensions',
    options: { module: 'preserve', noEmit: true, outDir: undefined },
    extension: '',
  },
  {
    ...es,
    name: 'types stripped by node',
    options: { module: 'nodenext', rewriteRelativeImportExtensions: true, ...strictest },
    extension: '.ts',
  },
  { ...es, name: 'types of node not named', options: { module: 'nodenext', types: [], skipLibCheck: true } },
  { ...cjs, name: 'CommonJS in nodenext', options: { module: 'nodenext' } },
  { ...cjs, name: 'CommonJS in node20', options: { module: 'node20' } },
  { ...cjs, name: 'CommonJS', options: { module: 'commonjs' }, extension: '' },
  { ...cjs, name: 'CommonJS with extensions', options: { module: 'commonjs' } },
  {
    ...cjs,
    name: 'CommonJS, old resolution',
    options: { module: 'commonjs', moduleResolution: 'node10' },
    extension: '',
    only: '5.9',
  },
]
