import { ts } from 'ts-morph'
import { catalog } from '../../diagnostics/catalog.ts'
import { noMessage } from '../../diagnostics/unbindable.ts'
import type { Binding, BodyType, SocketType, TypePath } from '../../model/dto.ts'
import type { FieldType } from '../../model/field-type.ts'
import { declarationText } from '../project/declaration-text.ts'
import { isGlobal } from '../project/library-types.ts'
import { spanOfNode } from '../project/spans.ts'
import { type LocatedTags, tagsBefore } from '../tags/comment-tags.ts'
import { reportOverlooked } from '../tags/overlooked-tags.ts'
import { bodyWords } from '../types/body-shaped.ts'
import type { ExportedType } from '../types/exported-types.ts'
import { noArguments } from '../types/named-arguments.ts'
import { parseFieldType } from '../types/parse-field-type.ts'
import type { TypeNamer } from '../types/type-use.ts'
import { aliasRules } from './alias-rules.ts'
import { unnamedField } from './parse-body.ts'
import { interfaceTags, reportRepeatedTags } from './parse-field.ts'
import type { ParseRun } from './parse-run.ts'

/** A socket and its messages, which are whole bodies of the module. */
export interface ParsedSocket {
  readonly socket: SocketType
  readonly bodies: readonly BodyType[]
}

/** Facts from the tags of the interface. */
interface SocketTags extends Pick<BodyType, 'missing' | 'unknown'> {
  readonly tags: LocatedTags
}

/** Parses an interface with `@socket`; `undefined` after a diagnostic. */
export function parseSocket(
  one: ExportedType,
  own: SocketTags,
  run: ParseRun,
  namer: TypeNamer,
): ParsedSocket | undefined {
  const { name, type, symbol } = one
  const declaration = symbol.declarations?.[0]
  if (declaration === undefined) return undefined
  for (const node of symbol.declarations ?? []) {
    run.markRead(node)
    reportOverlooked(node, run)
  }
  reportTags(own.tags, run)
  const span = spanOfNode(declaration)
  for (const { name: member, declarations } of type.getProperties()) {
    if (member !== 'receive' && member !== 'send')
      run.report(
        catalog.socketMembers,
        spanOfNode(declarations?.[0] ?? declaration),
        name,
        `has another member, ${member}`,
      )
  }
  const messages = new MessageParser(one, own, run, namer)
  const receive = messages.parse('receive', span)
  const send = messages.parse('send', span)
  if (receive === undefined || send === undefined) return undefined
  const nameOf = (message: BodyType | 'bytes'): string | undefined =>
    message === 'bytes' ? undefined : message.name
  return {
    socket: { name, receive: nameOf(receive), send: nameOf(send), description: own.tags.description, span },
    bodies: [receive, send].filter((message) => message !== 'bytes'),
  }
}

function reportTags(tags: LocatedTags, run: ParseRun): void {
  reportRepeatedTags(tags, (tag) => interfaceTags.includes(tag), run)
  for (const { name, text, span } of tags.tags) {
    if (name === 'socket') {
      if (!/^(-(\s|$)|$)/.test(text)) run.report(catalog.tagText, span, text, name)
    } else if (name !== 'missing' && name !== 'unknown' && run.names.isAsked(name, text)) {
      run.report(catalog.misplacedTag, span, name, 'a socket')
    }
  }
}

class MessageParser {
  readonly #socket: ExportedType
  readonly #own: SocketTags
  readonly #run: ParseRun
  readonly #namer: TypeNamer

  constructor(socket: ExportedType, own: SocketTags, run: ParseRun, namer: TypeNamer) {
    this.#socket = socket
    this.#own = own
    this.#run = run
    this.#namer = namer
  }

  /** `undefined` after a diagnostic. @param span of the socket */
  parse(member: 'receive' | 'send', span: BodyType['span']): BodyType | 'bytes' | undefined {
    const { name, exportName, type } = this.#socket
    const run = this.#run
    const property = type.getProperty(member)
    const node = property?.declarations?.[0]
    if (property === undefined || node === undefined) {
      run.report(catalog.socketMembers, span, name, `has no ${member}`)
      return undefined
    }
    this.#reportTags(node)
    const at = spanOfNode(node)
    if (property.flags & ts.SymbolFlags.Optional) {
      run.report(catalog.socketMembers, at, name, `has an optional ${member}`)
      return undefined
    }
    const message = run.checker.getTypeOfSymbol(property)
    if (isGlobal(message, 'Uint8Array')) return 'bytes'
    const path: TypePath = { exported: exportName, steps: [{ kind: 'property', name: member }] }
    const own = `${name}${member === 'receive' ? 'Receive' : 'Send'}`
    const use = { field: member, owner: name, span: at, path, node, around: noArguments }
    run.refusals.ownPlaces.push({ name: member, type: message, node, span: at })
    const read = parseFieldType(message, use, run, this.#namer)
    if (read === undefined) return undefined
    const declaration = `${own}: ${declarationText(node).replace(/^[^:]*:\s*/, '')}`
    if (!this.#isMessage(message, read)) {
      run.report(catalog.unbindableType, at, member, declaration.slice(own.length + 2), noMessage)
      return undefined
    }
    const rules =
      ts.isPropertySignature(node) && node.type !== undefined
        ? aliasRules(
            node.type,
            { words: declaration, span: at, type: message, as: read, around: noArguments },
            run,
          )
        : undefined
    const { missing, unknown } = this.#own
    const isSent = member === 'send'
    const bindings = isSent
      ? []
      : (['json', 'msgpack', 'cbor'] as const).map((source) => bindingOf(source, own, at))
    const value = unnamedField(own, read, { declaration, bindings, rules, span: at })
    return { name: own, path, value, isSent, isMessage: true, missing, unknown, description: '', span: at }
  }

  #isMessage(type: ts.Type, { kind }: FieldType): boolean {
    const isObject = kind === 'object' || kind === 'record'
    return isObject || (kind === 'union' && bodyWords(type, this.#run.checker) === 'a union')
  }

  #reportTags(node: ts.Node): void {
    this.#run.markRead(node)
    for (const { name, text, span } of tagsBefore(node, this.#run).tags)
      if (this.#run.names.isAsked(name, text))
        this.#run.report(catalog.misplacedTag, span, name, 'a member of a socket')
  }
}

function bindingOf(source: Binding['source'], key: string, span: Binding['span']): Binding {
  return { source, key, excluded: false, required: false, format: undefined, span }
}
