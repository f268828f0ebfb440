import { basename, dirname, relative, sep } from 'node:path'
import type {
  BodyType,
  BrandType,
  DtoModule,
  MemberKinds,
  NamedType,
  ObjectType,
  SocketType,
  TypePath,
  TypeStep,
} from '../model/dto.ts'
import { emitBody } from './emit-body.ts'
import { emitSocket } from './emit-socket.ts'
import { emitBinders } from './read/binder.ts'
import { kindsText, listText, mapText, ofKindText } from './read/kind-test.ts'
import { shapeMembers, shapeText, valueText } from './schema/shape.ts'
import { bannerLine } from './text/banner.ts'
import { CodeWriter } from './text/code-writer.ts'
import { constantText, isMade } from './text/constant.ts'
import { literal, propertyKey } from './text/literal.ts'
import { ModuleScope, pureMark } from './text/module-scope.ts'

/** The text of a generated file. */
export interface ModuleText {
  readonly text: string
  /** The sources whose generated files it imports. */
  readonly sources: readonly string[]
}

/** Emits the file with the binders of a source's DTOs. Output is deterministic. */
export function emitModule(module: DtoModule, outputPath: string): ModuleText {
  const scope = new ModuleScope(module)
  for (const dto of inOrder(module)) {
    if ('receive' in dto) emitSocket(dto, scope)
    else if (!('value' in dto)) emitBinders(dto, scope)
    else if (dto.isMessage === undefined) emitBody(dto, scope)
  }
  scope.emitFunctions()
  const body = String(scope.writer)
  return { text: `${head(module, outputPath, body, scope)}${body}`, sources: scope.sources }
}

/** All DTOs and sockets, in source order. */
function inOrder({ dtos, bodies, sockets }: DtoModule): readonly (ObjectType | BodyType | SocketType)[] {
  if (bodies.length + sockets.length === 0) return dtos
  return [...dtos, ...bodies, ...sockets].sort(
    ({ span: a }, { span: b }) => a.line - b.line || a.column - b.column,
  )
}

/** Banner, imports, types and constants, which are only known after everything else is emitted. */
function head(module: DtoModule, outputPath: string, body: string, scope: ModuleScope): string {
  const shapes = scope.shapeTexts()
  const constants = constantsText(scope)
  const types = typesOf(module, scope)
  scope.importFor([body, constants, ...types.own].join('\n'))
  const writer = new CodeWriter()
  writer.line(bannerLine(outputPath, module.path))
  const file = basename(module.path)
  // A shell may interpret other names.
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
  const words = new Set([body, constants, ...shapes, ...types.own].join('\n').match(/[\w$]+/g))
  // A reader that was moved into a shape may leave its own unused.
  for (const { name, names } of scope.keysTypes) if (words.has(name)) writer.union(`type ${name} =`, names)
  writer.blank()
  writer.lines(shapes)
  if (constants !== '') writer.lines([constants])
  if (scope.aliases.length > 0) writer.filled('export {', scope.aliases, '}', ' ')
  writer.blank()
  return `${writer}\n`
}

function constantsText(scope: ModuleScope): string {
  const writer = new CodeWriter()
  for (const { name, value } of scope.constants) {
    const { open, items, close } = constantText(value, (one) => scope.use(one))
    const type = value.kind === 'list' && items.length === 0 ? ': readonly string[]' : ''
    const start = `const ${name}${type} = ${isMade(value) ? pureMark : ''}${open}`
    if (value.kind === 'call' && value.isTall) writer.list(start, items, close)
    else writer.filled(start, items, close, value.kind === 'object' || open.endsWith('{') ? ' ' : '')
  }
  return String(writer).trim()
}

interface ModuleTypes {
  /** The statements, each with the type at the time of generation. */
  readonly own: readonly string[]
  /** Types from other generated files. */
  readonly imported: readonly ObjectType[]
}

/** The types that the file names. */
function typesOf(module: DtoModule, scope: ModuleScope): ModuleTypes {
  const dtos = new Set(module.dtos.map(({ name }) => name))
  const nested = module.objects.filter(({ name }) => !dtos.has(name))
  // Without imports, every nested type has its code in this file.
  const isAll = scope.shared.length === 0
  const own = nested.filter(
    (one) => isAll || scope.makes(one) || (one.from === undefined && scope.names(one)),
  )
  const imported = nested.filter((one) => !own.includes(one) && scope.names(one))
  // A recursive body is exported already.
  const isOwn = ({ name }: NamedType): boolean => !module.bodies.some((one) => one.name === name)
  const named = new Set([...dtos, ...[...own, ...imported].map(({ name }) => name)])
  return {
    own: [
      ...inOrder(module).flatMap((dto) => {
        if ('receive' in dto) return []
        return 'value' in dto
          ? bodyTypeOf(dto, named, scope)
          : typeOf(`export type ${dto.name}`, dto, named, scope)
      }),
      ...own.flatMap((object) => typeOf(`type ${object.name}`, object, named, scope)),
      ...module.brands
        .filter(({ name }) => scope.usesBrand(name))
        .flatMap((brand) => brandType(brand, scope)),
      ...module.recursive
        .filter(isOwn)
        .flatMap(({ name, path }) =>
          assigned(name, stepText(pathText(path, scope), { kind: 'present' }, scope)),
        ),
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
  const { members, apart } = shapeMembers(object, named, scope)
  const writer = new CodeWriter()
  const path = pathText(object.path, scope)
  const head = `${start} = ${scope.use('Unchanged')}<`
  const open = `${head}${path}, {`
  const close = `}${apart === undefined ? '' : ` & { ${apart} }`}`
  const oneLine = `${open} ${members.join('; ')} ${close}>`
  if (writer.fits(oneLine)) return [oneLine]
  if (writer.fits(open)) return [open, ...members.map((member) => `  ${member}`), `${close}>`]
  writer.block(
    head,
    () => {
      writer.line(`${path},`)
      writer.braces(members, close.slice(1))
    },
    '>',
  )
  return linesOf(writer)
}

function linesOf(writer: CodeWriter): readonly string[] {
  return String(writer).trimEnd().split('\n')
}

/** `export type Cars = UnchangedBody<dto.Cars, Car[]>` */
function bodyTypeOf(
  { name, path, value }: BodyType,
  named: ReadonlySet<string>,
  scope: ModuleScope,
): readonly string[] {
  const start = `export type ${name} = ${scope.use('UnchangedBody')}<${pathText(path, scope)},`
  const shape = valueText(value.type, named, scope)
  const oneLine = `${start} ${shape}>`
  return new CodeWriter().fits(oneLine) ? [oneLine] : [start, `  ${shape}`, '>']
}

/** `type UserId = Branded<dto.User['id'], string>` */
function brandType({ name, path, of }: BrandType, scope: ModuleScope): readonly string[] {
  const type = `${scope.use('Branded')}<${pathText(path, scope)}, ${shapeText(of, () => 'object')}>`
  return assigned(name, type)
}

function assigned(name: string, type: string): readonly string[] {
  const writer = new CodeWriter()
  writer.assign(`type ${name} =`, type)
  return linesOf(writer)
}

/** `NonNullable<dto.User['address']>` */
function pathText({ exported, steps }: TypePath, scope: ModuleScope): string {
  return steps.reduce((text, step) => stepText(text, step, scope), `dto.${exported}`)
}

function stepText(text: string, step: TypeStep, scope: ModuleScope): string {
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
      return extractText(text, memberText(step), step.within)
    case 'without':
      return `Exclude<${text}, ${memberText(step)}>`
    case 'having':
      return extractText(text, anyMemberText(step.member, step), step.within)
    case 'lacking':
      return `Exclude<${text}, ${step.members.map((one) => anyMemberText(one, step)).join(' | ')}>`
    case 'alike':
      return alikeText(text, step, scope)
    case 'map':
      return mapText(text, step.of, scope)
    case 'list':
      return listText(text, step.of, scope)
    case 'ofKind':
      return ofKindText(text, step.of)
    case 'present':
      return text.startsWith('NonNullable<') && text.endsWith('>') ? text : `NonNullable<${text}>`
  }
}

function alikeText(
  text: string,
  { members, isOpen }: TypeStep & { kind: 'alike' },
  scope: ModuleScope,
): string {
  const kinds = `{ ${members.map(memberKindsText).join('; ')} }`
  return `${scope.useIfWritten('Alike')}<${text}, ${kinds}${isOpen ? ', true' : ''}>`
}

function extractText(text: string, inner: string, within: string | undefined): string {
  return `Extract<${text}, ${within === undefined ? inner : `{ ${propertyKey(within)}: ${inner} }`}>`
}

function memberText(step: TypeStep & { kind: 'branch' | 'without' }): string {
  const { member, values } = step
  const texts = values.map(literal)
  if (step.kind !== 'branch' || !step.isOptional) return `{ ${propertyKey(member)}: ${texts.join(' | ')} }`
  // Under exactOptionalPropertyTypes `undefined` may be a value of its own.
  return `{ ${propertyKey(member)}?: ${[...texts, 'undefined'].join(' | ')} }`
}

/** A member with any value; `undefined` is none where another object has the member with it. */
function anyMemberText(name: string, { filled }: { readonly filled?: true }): string {
  return `{ ${propertyKey(name)}: ${filled ? '{} | null' : 'unknown'} }`
}

function memberKindsText({ name, optional, kinds }: MemberKinds): string {
  return `${propertyKey(name)}${optional ? '?' : ''}: ${kindsText(kinds)}`
}

/** The imports from other generated files, one per file; types come first. */
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

/** The imports of the user's classes and rules, one statement per module. */
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

/** The extension of an import. A declaration file has JavaScript beside it, and `.mjs` can never be left out. */
function extensionOf(letter: string, isDeclared: boolean, { importExtension }: DtoModule): string {
  if (importExtension === '' && letter === '') return ''
  return `.${letter}${importExtension === '.ts' && !isDeclared ? 'ts' : 'js'}`
}
