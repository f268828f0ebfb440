import type { ObjectType } from '../../model/dto.ts'
import { commentText, literal } from './literal.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'

/** `export const bindJsonCar: Binder<Car> = jsonBinder('Car', carShape)` */
export function writeExported(
  declared: string,
  made: string,
  items: readonly string[],
  { writer }: ModuleScope,
): void {
  const value = `${pureMark}${made}(${items.join(', ')})`
  const start = `export const ${declared} =`
  if (writer.fits(`  ${value}`)) writer.assign(start, value)
  else writer.filled(`${start} ${pureMark}${made}(`, items, ')')
}

/** A function as an argument. */
export interface EmittedFunction {
  /** The names of its parameters. */
  readonly parameters: string
  /** Writes its body. */
  readonly emit: () => void
}

/** {@link writeExported} with a function: `export const bindQueryPage: Binder<Page> = binder('Page', (at) => {` */
export function writeWithFunction(
  declared: string,
  made: string,
  [before, of, after]: readonly [readonly string[], EmittedFunction, readonly string[]],
  scope: ModuleScope,
): void {
  const { writer } = scope
  const start = `export const ${declared} =`
  const open = `${pureMark}${made}(${before.join(', ')}, (${of.parameters}) => `
  const body = scope.bodyOf(of.emit, writer.fits(`${start} ${open}({`) ? 2 : 4)
  const isObject = 'items' in body
  const close = `${[isObject ? '})' : '}', ...after].join(', ')})`
  writer.assigned(start, `${open}${isObject ? '({' : '{'}`, (first) => {
    if (isObject) writer.list(first, body.items, close, ' ')
    else writer.block(first, () => writer.lines(body.lines), close)
  })
}

/**
 * Writes the first sentence of a DTO's description as the comment of its object, for editors. A sentence with a tag in it is
 * left out: compilers would read the tag.
 */
export function writeSummary(description: string, { writer }: ModuleScope): void {
  const [sentence = ''] = /^.+?(?:[.!?](?=\s+\p{Lu}|\s*$)|(?=\n\s*\n|$))/su.exec(description) ?? []
  if (sentence !== '' && !/(?<![{\w])@/.test(sentence)) writer.line(`/** ${commentText(sentence)} */`)
}

/** The DTO argument of a runtime function: the name, with the alias tag where the project has one. */
export function namedDto(
  { name, unknown }: Pick<ObjectType, 'name' | 'unknown'>,
  { module: { aliasTag } }: ModuleScope,
): string {
  if (aliasTag === undefined && unknown === undefined) return literal(name)
  const alias = aliasTag === undefined ? '' : `, aliasTag: ${literal(aliasTag)}`
  return `{ name: ${literal(name)}${alias}${unknown === undefined ? '' : `, unknown: ${literal(unknown)}`} }`
}
