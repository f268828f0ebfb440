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
import { bodyStatements } from './emit-body.ts'
import { socketStatements } from './emit-socket.ts'
import { binderStatements } from './read/binder.ts'
import { kindsText, listText, mapText, ofKindText } from './read/kind-test.ts'
import { baseText, shapeMembers, valueText } from './schema/shape.ts'
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
  const pathTo = (target: string): string => importPath(target, module, outputPath)
  const aliases = scope.aliases(used)
  const statements = [
    code`import { ${code.filled(scope.imports(used))} } from '@ctxgen/runtime/codegenv1'`,
    code`import type * as dto from ${pathTo(module.path)}`,
    ...importStatements(types.imported, used, pathTo, scope),
    blank,
    ...types.own,
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
  return `${bannerLine(outputPath, path)}\n// To update, in its folder: npx ctxgen ${safe}\n`
}

interface ModuleTypes {
  /** The statements, each with the type at the time of generation. */
  readonly own: readonly Statement[]
  /** Types from other generated files. */
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
  const imported = nested.filter((one) => !own.includes(one) && used.has(scope.type(one.name)))
  // A recursive body is exported already.
  const isOwn = ({ name }: NamedType): boolean => !module.bodies.some((one) => one.name === name)
  const named = new Set([...dtos, ...[...own, ...imported].map(({ name }) => name)])
  return {
    own: [
      ...inOrder(module).flatMap((dto) => {
        if ('receive' in dto) return []
        return 'value' in dto
          ? bodyTypeOf(dto, named, scope)
          : typeOf(code`export type ${code.word(dto.name)}`, dto, named, scope)
      }),
      ...own.map((object) => typeOf(code`type ${code.word(object.name)}`, object, named, scope)),
      ...module.brands
        .filter((brand) => used.has(scope.type(brand.name)))
        .map((brand) => brandType(brand, scope)),
      ...module.recursive.filter(isOwn).map((one) => {
        const type = pathText({ ...one.path, steps: [...one.path.steps, { kind: 'present' }] }, scope)
        return assign(code`type ${code.word(one.name)} =`, type)
      }),
    ],
    imported,
  }
}

function typeOf(start: Code, object: ObjectType, named: ReadonlySet<string>, scope: ModuleScope): Statement {
  const { members, apart } = shapeMembers(object, named, scope)
  const path = pathText(object.path, scope)
  const open = code`${start} = ${scope.use('Unchanged')}<`
  const end = apart === undefined ? code`` : code` & { ${apart} }`
  const list = new List(members, { joint: ';' })
  // A long path has a line of its own.
  return open.width + path.width + 3 <= maxColumns
    ? code`${open}${path}, { ${list} }${end}>`
    : code`${open}${code.types([path, code`{ ${list} }${end}`])}>`
}

/** `export type Cars = UnchangedBody<dto.Cars, Car[]>` */
function bodyTypeOf(body: BodyType, named: ReadonlySet<string>, scope: ModuleScope): Statement {
  const start = code`export type ${code.word(body.name)} = ${scope.use('UnchangedBody')}<${pathText(body.path, scope)}`
  const shape = code.types([valueText(body.value.type, named, scope)])
  return code`${start}, ${shape}>`
}

/** `type UserId = Branded<dto.User['id'], string>` */
function brandType({ name: brand, path, of }: BrandType, scope: ModuleScope): Statement {
  const types = [pathText(path, scope), baseText(of)]
  return assign(code`type ${code.word(brand)} =`, code`${scope.use('Branded')}<${code.types(types)}>`)
}

/** `NonNullable<dto.User['address']>` */
function pathText({ exported, steps }: TypePath, scope: ModuleScope): Code {
  // A present type needs no second `NonNullable`.
  const needed = steps.filter(({ kind }, i) => kind !== 'present' || steps[i - 1]?.kind !== 'present')
  return needed.reduce((text, step) => stepText(text, step, scope), code`dto.${code.word(exported)}`)
}

function stepText(text: Code, step: TypeStep, scope: ModuleScope): Code {
  switch (step.kind) {
    case 'property':
      return code`${text}[${step.name}]`
    case 'element':
      return code`${text}[${step.index ?? code`number`}]`
    case 'keys':
      return code`keyof ${text}`
    case 'values':
      return code`${text}[keyof ${text}]`
    case 'branch':
      return extractText(text, memberText(step), step.within)
    case 'without':
      return code`Exclude<${code.types([text, memberText(step)])}>`
    case 'having':
      return extractText(text, anyMemberText(step.member, step), step.within)
    case 'lacking':
      return code`Exclude<${code.types([text, code.union(step.members.map((one) => anyMemberText(one, step)))])}>`
    case 'alike':
      return alikeText(text, step, scope)
    case 'map':
      return mapText(text, step.of, scope)
    case 'list':
      return listText(text, step.of, scope)
    case 'ofKind':
      return ofKindText(text, step.of)
    case 'present':
      return code`NonNullable<${code.types([text])}>`
  }
}

function alikeText(text: Code, { members, isOpen }: TypeStep & { kind: 'alike' }, scope: ModuleScope): Code {
  const kinds = code`{ ${new List(members.map(memberKindsText), { joint: ';' })} }`
  return code`${scope.use('Alike')}<${code.types([text, kinds, ...(isOpen ? [code`true`] : [])])}>`
}

function extractText(text: Code, inner: Code, within: string | undefined): Code {
  const part = within === undefined ? inner : code`{ ${code.key(within)}: ${inner} }`
  return code`Extract<${code.types([text, part])}>`
}

function memberText(step: TypeStep & { kind: 'branch' | 'without' }): Code {
  const { member, values } = step
  if (step.kind !== 'branch' || !step.isOptional) return code`{ ${code.key(member)}: ${code.union(values)} }`
  // Under exactOptionalPropertyTypes `undefined` may be a value of its own.
  return code`{ ${code.key(member)}?: ${code.union([...values, code`undefined`])} }`
}

/** A member with any value; `undefined` is none where another object has the member with it. */
function anyMemberText(member: string, { filled }: { readonly filled?: true }): Code {
  return code`{ ${code.key(member)}: ${filled ? code`{} | null` : code`unknown`} }`
}

function memberKindsText({ name, optional, kinds }: MemberKinds): Code {
  return code`${code.key(name)}${optional ? code`?` : code``}: ${kindsText(kinds)}`
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
