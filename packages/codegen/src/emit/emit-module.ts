import { basename, dirname, relative, sep } from 'node:path'
import type { BrandType, DtoModule, ObjectType, TypePath, TypeStep } from '../model/dto.ts'
import { bannerLine } from './banner.ts'
import { CodeWriter } from './code-writer.ts'
import { emitBinders } from './emit-binder.ts'
import { shapeMembers, shapeText } from './emit-shape.ts'
import { ofKindText } from './kind-test.ts'
import { literal, propertyKey } from './literal.ts'
import { ModuleScope, pureMark } from './module-scope.ts'

/** The text of the file that binds the DTOs of a source. The same model gives the same bytes. */
export function emitModule(module: DtoModule, outputPath: string): string {
  const scope = new ModuleScope(module)
  for (const dto of module.dtos) emitBinders(dto, scope)
  scope.emitFunctions()
  const definitions = String(scope.definitions)
  return `${head(module, outputPath, scope)}${definitions && `${definitions}\n`}${scope.writer}`
}

/** Banner, imports, types and constants: what is only known when everything else is emitted. */
function head(module: DtoModule, outputPath: string, scope: ModuleScope): string {
  const types = typesOf(module, scope)
  const shapes = scope.shapeTexts()
  const writer = new CodeWriter()
  writer.line(bannerLine(outputPath, module.path))
  const file = basename(module.path)
  // A shell would read more into any other name.
  writer.line(`// To update, in its folder: npx ctxgen ${/^[\p{L}\p{N}_.-]+$/u.test(file) ? file : '.'}`)
  writer.blank()
  writer.filled('import {', scope.imports, "} from '@ctxgen/runtime/codegenv1'", ' ')
  writer.line(`import type * as dto from ${literal(importPath(module.path, module, outputPath))}`)
  for (const [from, names] of classImports(module, outputPath, scope)) {
    writer.filled('import {', names, `} from ${literal(from)}`, ' ')
  }
  writer.blank()
  writer.lines(types)
  for (const { name, names } of scope.keysTypes) writer.union(`type ${name} =`, names)
  writer.blank()
  writer.lines(shapes)
  for (const { name, open, items, close } of scope.constants) {
    const type = open === '[' && items.length === 0 ? ': readonly string[]' : ''
    const isCall = /^[A-Za-z_$].*\(/s.test(open)
    const start = `const ${name}${type} = ${isCall ? pureMark : ''}${open}`
    const space = open.endsWith('{') ? ' ' : ''
    if (items.some((item) => item.includes('\n') || item.startsWith('['))) writer.list(start, items, close)
    else writer.filled(start, items, close, space)
  }
  writer.blank()
  return `${writer}\n`
}

/** The types of the file by their names, each with what it was when the file was generated. */
function typesOf(module: DtoModule, scope: ModuleScope): readonly string[] {
  const dtos = new Set(module.dtos.map(({ name }) => name))
  const nested = module.objects.filter(({ name }) => !dtos.has(name))
  return [
    ...module.dtos.flatMap((object) => typeOf(`export type ${object.name}`, object, scope)),
    ...nested.flatMap((object) => typeOf(`type ${object.name}`, object, scope)),
    ...module.brands.filter(({ name }) => scope.usesBrand(name)).map((brand) => brandType(brand, scope)),
  ]
}

function typeOf(start: string, object: ObjectType, scope: ModuleScope): readonly string[] {
  const members = shapeMembers(object, scope)
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
    names.push(from.exported === name ? name : `${from.exported} as ${name}`)
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
