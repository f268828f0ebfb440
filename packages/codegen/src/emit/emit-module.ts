import { basename, dirname, relative, sep } from 'node:path'
import {
  type BodyType,
  type BrandType,
  type DtoModule,
  memberTypes,
  type NamedType,
  type ObjectType,
  type SocketType,
} from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import { bodyStatements } from './emit-body.ts'
import { socketStatements } from './emit-socket.ts'
import { binderStatements } from './read/binder.ts'
import { baseText, ruleTypes, shapeMembers, type TypeNames, unnamedBelow, valueText } from './schema/shape.ts'
import { pathText } from './schema/type-path.ts'
import { bannerLine } from './text/banner.ts'
import { type Code, code, List, type Name, type Statement } from './text/code.ts'
import { maxColumns } from './text/code-writer.ts'
import { importItem, ModuleScope } from './text/module-scope.ts'
import { printed } from './text/printer.ts'
import { assign, blank } from './text/statements.ts'

/** The text of a generated file. */
interface ModuleText {
  readonly text: string
  /** The sources whose generated files it imports. */
  readonly sources: readonly string[]
}

/** Emits the file with the binders of a source's DTOs. Output is deterministic. */
export function emitModule(module: DtoModule, outputPath: string): ModuleText {
  const scope = new ModuleScope(module)
  const exported = inOrder(module).flatMap((dto) => {
    if ('receive' in dto) return socketStatements(dto, scope)
    if (!('value' in dto)) return binderStatements(dto, scope)
    return dto.isMessage === undefined ? bodyStatements(dto, scope) : []
  })
  scope.complete()
  const used = new Set<Name>()
  scope.reach(exported, used)
  const types = typesOf(module, used, scope)
  scope.reach(types.own, used)
  const brands = module.brands
    .filter(({ name }) => used.has(scope.type(name)))
    .map((brand) => brandType(brand, scope))
  scope.reach(brands, used)
  const pathTo = (target: string): string => importPath(target, module, outputPath)
  const aliases = scope.aliases(used)
  const statements = [
    code`import { ${code.filled(scope.imports(used))} } from '@ctxgen/runtime/codegenv1'`,
    code`import type * as dto from ${pathTo(module.path)}`,
    ...importStatements(
      types.imported.filter(({ name }) => used.has(scope.type(name))),
      used,
      pathTo,
      scope,
    ),
    blank,
    ...types.own,
    ...brands,
    ...scope.declared('keysTypes', used),
    blank,
    ...scope.declared('shapes', used),
    ...scope.declared('constants', used),
    ...(aliases.length > 0 ? [code`export { ${code.filled(aliases)} }`] : []),
    ...exported,
    ...scope.declared('functions', used),
  ]
  const sources = scope.shared(used).map(({ from }) => from.sourcePath)
  return { text: `${banner(module, outputPath)}\n${printed(statements)}`, sources: [...new Set(sources)] }
}

/** All DTOs and sockets, in source order. */
function inOrder({ dtos, bodies, sockets }: DtoModule): readonly (ObjectType | BodyType | SocketType)[] {
  if (bodies.length + sockets.length === 0) return dtos
  return [...dtos, ...bodies, ...sockets].sort(
    ({ span: a }, { span: b }) => a.line - b.line || a.column - b.column,
  )
}

/** The origin of the file, and the command that updates it. */
function banner({ path }: DtoModule, outputPath: string): string {
  const file = basename(path)
  // A shell may interpret other names.
  const safe = /^[\p{L}\p{N}_.-]+$/u.test(file) ? file : '.'
  return `${bannerLine(outputPath, path)}\n// To update, in its folder: npx ctxgen ${safe}\n// @ts-nocheck The compiler checks its types where they are used.\n`
}

interface ModuleTypes {
  /** The statements, each with the type at the time of generation. */
  readonly own: readonly Statement[]
  /** Types of other generated files, which it may name. */
  readonly imported: readonly ObjectType[]
}

/** The types that the file names. */
function typesOf(module: DtoModule, used: ReadonlySet<Name>, scope: ModuleScope): ModuleTypes {
  const dtos = new Set(module.dtos.map(({ name }) => name))
  const nested = module.objects.filter(({ name }) => !dtos.has(name))
  // Without imports, every nested type has its code in this file.
  const isAll = scope.shared(used).length === 0
  const own = nested.filter(
    ({ name, from }) =>
      isAll || used.has(scope.ownType(name)) || (from === undefined && used.has(scope.type(name))),
  )
  const imported = nested.filter((one) => !own.includes(one) && one.from !== undefined)
  // A recursive body is exported already.
  const isOwn = ({ name }: NamedType): boolean => !module.bodies.some((one) => one.name === name)
  const named = new Set([...dtos, ...[...own, ...imported].map(({ name }) => name)])
  const names = { named, roots: dtos, used, scope }
  return {
    own: [
      ...inOrder(module).flatMap((dto) => {
        if ('receive' in dto) return []
        return 'value' in dto
          ? bodyTypeOf(dto, names)
          : typeOf(code`export type ${code.word(dto.name)}`, dto, names, true)
      }),
      ...own.map((object) => typeOf(code`type ${code.word(object.name)}`, object, names, false)),
      ...module.recursive.filter(isOwn).map((one) => {
        const type = pathText({ ...one.path, steps: [...one.path.steps, { kind: 'present' }] }, scope)
        return assign(code`type ${code.word(one.name)} =`, type)
      }),
    ],
    imported,
  }
}

/** @param isRoot whether it stands for all types below it. */
function typeOf(start: Code, object: ObjectType, names: TypeNames, isRoot: boolean): Statement {
  return currentText(
    code`${start} = `,
    object,
    isRoot ? unnamedTypes(object, memberTypes(object), names) : [],
    names,
  )
}

/** `Current<dto.Car, { make: string }>` */
function currentText(start: Code, object: ObjectType, unnamed: readonly Code[], names: TypeNames): Code {
  const path = pathText(object.path, names.scope)
  const { members, apart } = shapeMembers(object, path, names)
  const parts = [...unnamed, ...ruleTypes(object, path, names)]
  const open = code`${start}${names.scope.use('Current')}<`
  const list = new List(members, { joint: ';' })
  const shape = code`{ ${list} }${apart === undefined ? code`` : code` & { ${apart} }`}`
  // A long path has a line of its own.
  return open.width + path.width + 3 <= maxColumns && parts.length === 0
    ? code`${open}${path}, ${shape}>`
    : code`${open}${code.types([path, shape, ...tupleOf(parts)])}>`
}

/** The types below a DTO that no shape names: by their names, or in full where these would refer to the DTO. */
function unnamedTypes(
  { name }: ObjectType | BodyType,
  types: readonly FieldType[],
  names: TypeNames,
): readonly Code[] {
  const isBelow = (one: ObjectType): boolean =>
    unnamedBelow(memberTypes(one), names).some((below) => below.name === name)
  return unnamedBelow(types, names)
    .filter((one) => one.name !== name)
    .map((one) =>
      (names.roots.has(one.name) || one.from !== undefined) && isBelow(one)
        ? currentText(code``, one, [], names)
        : names.scope.type(one.name),
    )
}

/** `export type Cars = CurrentBody<dto.Cars, Car[]>` */
function bodyTypeOf(body: BodyType, names: TypeNames): Statement {
  const { name, path, value } = body
  const type = pathText(path, names.scope)
  const parts = tupleOf(unnamedTypes(body, [value.type], names))
  const types = [type, valueText(value.type, type, names), ...parts]
  return code`export type ${code.word(name)} = ${names.scope.use('CurrentBody')}<${code.types(types)}>`
}

/** `[Tree, RuledBy<typeof isEven, dto.Grid['rows']>]` */
function tupleOf(parts: readonly Code[]): readonly Code[] {
  return parts.length === 0 ? [] : [code`[${parts}]`]
}

/** `type UserId = Branded<dto.User['id'], string>` */
function brandType({ name: brand, path, of }: BrandType, scope: ModuleScope): Statement {
  const types = [pathText(path, scope), baseText(of)]
  return assign(code`type ${code.word(brand)} =`, code`${scope.use('Branded')}<${code.types(types)}>`)
}

/** The imports from other generated files, types first, and of the user's classes and rules: one for each file. */
function importStatements(
  types: readonly ObjectType[],
  used: ReadonlySet<Name>,
  pathTo: (target: string) => string,
  scope: ModuleScope,
): readonly Statement[] {
  const shared = [
    ...types.flatMap(({ name, from }): readonly Import[] =>
      from === undefined
        ? []
        : [[pathTo(from.outputPath), code`type ${importItem(from.name, code.word(name))}`]],
    ),
    ...scope
      .shared(used)
      .map(({ from, exported, name }): Import => [pathTo(from.outputPath), importItem(exported, name)]),
  ]
  const own = scope
    .classes(used)
    .map(
      ({ from, exported, name }): Import => [
        from.kind === 'package' ? from.specifier : pathTo(from.path),
        importItem(exported, name),
      ],
    )
  return [...byFile(shared).sort(([a], [b]) => (a < b ? -1 : 1)), ...byFile(own)].map(
    ([from, items]) => code`import { ${code.filled(items)} } from ${from}`,
  )
}

type Import = readonly [from: string, item: Code]

function byFile(imports: readonly Import[]): (readonly [from: string, items: readonly Code[]])[] {
  const files = new Set(imports.map(([from]) => from))
  return [...files].map((file) => [file, imports.flatMap(([from, item]) => (from === file ? [item] : []))])
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
