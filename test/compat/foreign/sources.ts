import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type compilerVersions, folderOf } from './folders.ts'
import type { ForeignPackage } from './packages.ts'

/** One type of a package, and the source that has it as a member. */
export interface ForeignType {
  readonly expression: string
  /** The name of the DTO. */
  readonly dto: string
  /** Without a folder or an extension. */
  readonly file: string
}

/** The compiler options under which every generated file must compile. */
export const strictOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noEmit: true,
  skipLibCheck: true,
}

export function typesOf({ types }: ForeignPackage): readonly ForeignType[] {
  return types.map((text) => {
    const [, name, named] = /^([A-Z]\w*) = (.*)$/s.exec(text) ?? []
    const expression = named ?? text
    const parts = (name ?? expression).match(/[A-Za-z0-9_]+/g) ?? []
    // A namespace before a name is left out, and most of `components['schemas']['check-run']` neither.
    const words = name === undefined && parts[0] === 'components' ? parts.slice(2) : parts
    const dto = words.map((word) => word.replace(/^[a-z]/, (letter) => letter.toUpperCase())).join('')
    return { expression, dto: `${dto}Dto`, file: `${words.join('-')}` }
  })
}

/** Writes one source for each type, so that what is wrong with one type is not in the way of another. */
export function writeSources(one: ForeignPackage, types: readonly ForeignType[]): void {
  const folder = folderOf(one)
  for (const name of ['src', 'generated', 'generated-loose'])
    rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const type of types) writeSource(one, type)
}

/** Writes the tsconfig by which the sources are read and the generated files compiled. */
export function writeTsconfig(folder: string, exactOptionalPropertyTypes: boolean): void {
  const compilerOptions = { ...strictOptions, exactOptionalPropertyTypes }
  const tsconfig = { compilerOptions, include: ['src', generatedFolder(exactOptionalPropertyTypes)] }
  writeFileSync(join(folder, 'tsconfig.json'), `${JSON.stringify(tsconfig, undefined, 2)}\n`)
}

/** The folder of the files that are generated with and without `exactOptionalPropertyTypes`. */
export function generatedFolder(isExact: boolean): string {
  return isExact ? 'generated' : 'generated-loose'
}

export function writeSource(one: ForeignPackage, { expression, dto, file }: ForeignType): void {
  const declared = `/** @json @response */\nexport interface ${dto} {\n  value: ${expression}\n}\n`
  writeFileSync(join(folderOf(one), 'src', `${file}.ts`), `${one.source}\n\n${declared}`)
}

/** The short name of a compiler's version: `5.9`. */
export function lineOf(version: (typeof compilerVersions)[number]): string {
  return version.split('.').slice(0, 2).join('.')
}
