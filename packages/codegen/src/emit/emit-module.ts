import { basename, dirname, relative, sep } from 'node:path'
import type { BrandType, DtoModule, ObjectType, TypePath, TypeStep } from '../model/dto.ts'
import { bannerLine } from './banner.ts'
import { CodeWriter } from './code-writer.ts'
import { emitBinders } from './emit-binder.ts'
import { shapeMembers, shapeText } from './emit-shape.ts'
import { ofKindText } from './kind-test.ts'
import { literal, propertyKey } from './literal.ts'
import { ModuleScope, pureMark } from './module-scope.ts'

/** The text of a generated file. */
export interface ModuleText {
  readonly text: string
  /** The sources whose generated files it imports. */
  readonly sources: readonly string[]
}

/** The text of the file that binds the DTOs of a source. The same model gives the same bytes. */
export function emitModule(module: DtoModule, outputPath: string): ModuleText {
  const scope = new ModuleScope(module)
  for (const dto of module.dtos) emitBinders(dto, scope)
  scope.emitFunctions()
  const definitions = String(scope.definitions)
  const body = `${definitions && `${definitions}\n`}${scope.writer}`
  return { text: `${head(module, outputPath, scope)}${body}`, sources: scope.sources }
}

/** Banner, imports, types and constants: what is only known when everything else is emitted. */
function head(module: DtoModule, outputPath: string, scope: ModuleScope): string {
  const shapes = scope.shapeTexts()
  const constants = constantsText(scope)
  const types = typesOf(module, scope)
  const writer = new CodeWriter()
  writer.line(bannerLine(outputPath, module.path))
  const file = basename(module.path)
  // A shell would read more into any other name.
  writer.line(`// To update, in its folder: npx ctxgen ${/^[\p{L}\p{N}_.-]+$/u.test(file) ? file : '.'}`)
  writer.blank()
  writer.filled('import {', scope.imports, "} from '@ctxgen/runtime/codegenv1'", ' ')
  writer.line(`import type * as dto from ${literal(importPath(module.path, module, outputPath))}`)
  for (const imports of [
    sharedImports(types.imported, module, outputPath, scope),
    classImports(module, outputPath, scope),
  ]) {
    for (const [from, names] of imports) writer.filled('import {', names, `} from ${literal(from)}`, ' ')
  }
  writer.blank()
  writer.lines(types.own)
  for (const { name, names } of scope.keysTypes) writer.union(`type ${name} =`, names)
  writer.blank()
  writer.lines(shapes)
  if (constants !== '') writer.lines([constants])
  if (scope.aliases.length > 0) writer.filled('export {', scope.aliases, '}', ' ')
  writer.blank()
  return `${writer}\n`
}

function constantsText(scope: ModuleScope): string {
  const writer = new CodeWriter()
  for (const { name, open, items, close } of scope.constants) {
    const type = open === '[' && items.length === 0 ? ': readonly string[]' : ''
    const isCall = /^[A-Za-z_$].*\(/s.test(open)
    const start = `const ${name}${type} = ${isCall ? pureMark : ''}${open}`
    const space = open.endsWith('{') ? ' ' : ''
    if (items.some((item) => item.includes('\n') || item.startsWith('['))) writer.list(start, items, close)
    else writer.filled(start, items, close, space)
  }
  return String(writer).trim()
}

interface ModuleTypes {
  /** The statements, each with what the type was when the file was generated. */
  readonly own: readonly string[]
  /** Those of other generated files. */
  readonly imported: readonly ObjectType[]
}

/** The types that the file has by name. */
function typesOf(module: DtoModule, scope: ModuleScope): ModuleTypes {
  const dtos = new Set(module.dtos.map(({ name }) => name))
  const nested = module.objects.filter(({ name }) => !dtos.has(name))
  // Where nothing is imported, everything that is nested has code of its own.
  const isAll = scope.shared.length === 0
  const own = nested.filter(
    (one) => isAll || scope.makes(one) || (one.from === undefined && scope.names(one)),
  )
  const imported = nested.filter((one) => !own.includes(one) && scope.names(one))
  const named = new Set([...dtos, ...[...own, ...imported].map(({ name }) => name)])
  return {
    own: [
      ...module.dtos.flatMap((object) => typeOf(`export type ${object.name}`, object, named, scope)),
      ...own.flatMap((object) => typeOf(`type ${object.name}`, object, named, scope)),
      ...module.brands.filter(({ name }) => scope.usesBrand(name)).map((brand) => brandType(brand, scope)),
    ],
    imported,
  }
}

function typeOf(
  start: string,
  object: ObjectType,
  named: ReadonlySet<string>,
  scope: ModuleScope,
): readonly string[] {
  const members = shapeMembers(object, named, scope)
  const writer = new CodeWriter()
  const open = `${start} = ${scope.use('Unchanged')}<${pathText(object.path)}, {`
  const oneLine = `${open} ${members.join('; ')} }>`
  if (writer.fits(oneLine)) return [oneLine]
  return [open, ...members.map((member) => `  ${member}`), '}>']
}

/** `type UserId = Branded<dto.User['id'], string>` */
function brandType({ name, path, of }: BrandType, scope: ModuleScope): string {
  return `type ${name} = ${scope.use('Branded')}<${pathText(path)}, ${shapeText(of, () => 'object')}>`
}

/** `NonNullable<dto.User['address']>` */
function pathText({ exported, steps }: TypePath): string {
  return steps.reduce(stepText, `dto.${exported}`)
}

function stepText(text: string, step: TypeStep): string {
  switch (step.kind) {
    case 'property':
      return `${text}[${literal(step.name)}]`
    case 'element':
      return `${text}[${step.index ?? 'number'}]`
    case 'keys':
      return `keyof ${text}`
    case 'values':
      return `${text}[keyof ${text}]`
    case 'branch':
      return `Extract<${text}, { ${propertyKey(step.member)}: ${step.values.map(literal).join(' | ')} }>`
    case 'having':
      return `Extract<${text}, { ${propertyKey(step.member)}: unknown }>`
    case 'lacking':
      return `Exclude<${text}, ${step.members.map((one) => `{ ${propertyKey(one)}: unknown }`).join(' | ')}>`
    case 'ofKind':
      return ofKindText(text, step.of)
    case 'present':
      return text.startsWith('NonNullable<') && text.endsWith('>') ? text : `NonNullable<${text}>`
  }
}

/** What is imported of other generated files, by the file; types first. */
function sharedImports(
  types: readonly ObjectType[],
  module: DtoModule,
  outputPath: string,
  scope: ModuleScope,
): ReadonlyMap<string, readonly string[]> {
  const named = types.flatMap(({ name, from }) =>
    from === undefined ? [] : [{ outputPath: from.outputPath, text: `type ${importedAs(from.name, name)}` }],
  )
  const values = scope.shared.map((one) => ({ ...one, text: importedAs(one.exported, one.name) }))
  const imports = new Map<string, string[]>()
  for (const { outputPath: target, text } of [...named, ...values]) {
    const specifier = importPath(target, module, outputPath)
    imports.set(specifier, [...(imports.get(specifier) ?? []), text])
  }
  return new Map([...imports].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function importedAs(exported: string, name: string): string {
  return exported === name ? name : `${exported} as ${name}`
}

/** The names of classes and rules of the user, by the module that has them: one statement a module. */
function classImports(
  module: DtoModule,
  outputPath: string,
  scope: ModuleScope,
): ReadonlyMap<string, readonly string[]> {
  const imports = new Map<string, string[]>()
  for (const { name, from } of scope.classes) {
    const specifier = from.kind === 'package' ? from.specifier : importPath(from.path, module, outputPath)
    const names = imports.get(specifier) ?? []
    names.push(importedAs(from.exported, name))
    imports.set(specifier, names)
  }
  return imports
}

function importPath(target: string, module: DtoModule, outputPath: string): string {
  const source = relative(dirname(outputPath), target).replaceAll(sep, '/')
  const path = source.replace(/(\.d)?\.([mc]?)ts$/, (_, declared: string | undefined, letter: string) =>
    extensionOf(letter, declared !== undefined, module),
  )
  return path.startsWith('.') ? path : `./${path}`
}

/** Beside a declaration file there is JavaScript, and no name without an extension stands for an `.mjs`. */
function extensionOf(letter: string, isDeclared: boolean, { importExtension }: DtoModule): string {
  if (importExtension === '' && letter === '') return ''
  return `.${letter}${importExtension === '.ts' && !isDeclared ? 'ts' : 'js'}`
}
