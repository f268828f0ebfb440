import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { spanOf } from '../../parse/project/spans.ts'
import { commentsIn, lastJsDoc } from '../../parse/tags/find-comments.ts'
import { lexTags } from '../../parse/tags/lex-tags.ts'
import { operationTags, TagNames } from '../../parse/tags/tag-names.ts'
import type { TagSlip } from '../../parse/tags/tag-slips.ts'
import type { OperationDocs, SecurityScheme, SecurityUse } from '../model/operation.ts'
import type { Machine } from './machine.ts'

/** The comment of a function, a statement or a type. */
export interface DocComment {
  readonly description: string
  readonly tags: readonly DocTag[]
}

export interface DocTag {
  readonly name: string
  readonly text: string
  readonly span: SourceSpan
  readonly node: ts.Node
  /** Set for a misspelt tag of an operation. */
  readonly slip: TagSlip | undefined
}

export const noDocs: DocComment = { description: '', tags: [] }
const names = new TagNames(undefined, operationTags)

/** The comments that describe operations. */
export class DocComments {
  /** Names of the schemes that the options define. */
  readonly #schemes: ReadonlySet<string>
  readonly #tags = new Map<ts.Node, readonly DocTag[]>()

  constructor(schemes: readonly string[]) {
    this.#schemes = new Set(schemes)
  }

  /** The tags of a function, and of those around it: a factory may return the function that checks. */
  tagsOf(node: ts.Node): readonly DocTag[] {
    const known = this.#tags.get(node)
    if (known !== undefined) return known
    const around = ts.findAncestor(node.parent, ts.isFunctionLike)
    const all = [...docsBefore(node).tags, ...(around === undefined ? [] : this.tagsOf(around))]
    this.#tags.set(node, all)
    return all
  }

  /** The schemes that tags of one function name. */
  schemesOf(tags: readonly DocTag[], m: Machine): readonly SecurityUse[] {
    const isOptional = tags.some(isNoScheme)
    return tags.filter(namesScheme).flatMap((tag) => this.#schemeOf(tag, isOptional, m))
  }

  #schemeOf({ text, span, node }: DocTag, isOptional: boolean, m: Machine): readonly SecurityUse[] {
    const [word = '', second = '', third = ''] = text.split(/\s+/)
    if (this.#schemes.has(word)) return [{ name: word, scheme: undefined, isOptional, span }]
    const scheme = schemeOf(word, second, third)
    if (scheme !== undefined) return [{ ...scheme, isOptional, span }]
    m.report(openApiCatalog.unknownScheme, node, text)
    return []
  }
}

/** `@security -` beside a scheme: a request may come without it. */
function isNoScheme({ name, text }: DocTag): boolean {
  return name === 'security' && text === '-'
}

export function namesScheme(tag: DocTag): boolean {
  return tag.name === 'security' && !isNoScheme(tag)
}

function schemeOf(
  word: string,
  second: string,
  third: string,
): { readonly name: string; readonly scheme: SecurityScheme } | undefined {
  if (word === 'bearer')
    return {
      name: 'bearer',
      scheme: { type: 'http', scheme: 'bearer', ...(second === '' ? {} : { bearerFormat: second }) },
    }
  if (word === 'basic') return { name: 'basic', scheme: { type: 'http', scheme: 'basic' } }
  if (word === 'apiKey' && third !== '' && (second === 'header' || second === 'query' || second === 'cookie'))
    return {
      name: `apiKey${camelCase(third)}`,
      scheme: { type: 'apiKey', in: second, name: third },
    }
  if (word === 'openIdConnect' && second !== '')
    return { name: 'openIdConnect', scheme: { type: 'openIdConnect', openIdConnectUrl: second } }
  return undefined
}

/** `X-Api-Key` is `XApiKey`, `session_id` is `SessionId`. */
function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The comment directly before a node, such as an argument. */
export function docsAt(at: ts.Node): DocComment {
  const file = at.getSourceFile()
  return docsIn(file, at.pos, at.getStart(file), at)
}

/** The comment before a declaration or a statement. */
export function docsBefore(node: ts.Node): DocComment {
  return docsAt(commented(node))
}

/** The comment before the name of a chained call, else of its statement. */
export function docsOfCall(call: ts.CallExpression): DocComment {
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return noDocs
  const file = call.getSourceFile()
  const own = docsIn(file, expression.expression.end, expression.name.getStart(file), expression.name)
  if (own.tags.length > 0 || own.description !== '') return own
  const inner = stripCalls(expression.expression)
  if (inner !== undefined) return noDocs
  const statement = ts.findAncestor(call, ts.isStatement)
  return statement === undefined ? noDocs : docsBefore(statement)
}

/** The registration before this one in a chain. */
function stripCalls(node: ts.Expression): ts.CallExpression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { text } = node.expression.name
  return ['route', 'group'].includes(text) ? stripCalls(node.expression.expression) : node
}

function docsIn(file: ts.SourceFile, from: number, to: number, node: ts.Node): DocComment {
  const comment = lastJsDoc(commentsIn(file.text, from, to))
  if (comment === undefined) return noDocs
  const { description, tags } = lexTags(file.text.slice(0, comment.end), comment.start, names)
  return {
    description,
    tags: tags.map(({ name, text, start, end, slip }) => {
      return { name, text, node, span: spanOf(file, start, end), slip: slip && ofOperation(slip, file) }
    }),
  }
}

/** `undefined` for tags of other tools, and in packages. */
function ofOperation(slip: TagSlip, file: ts.SourceFile): TagSlip | undefined {
  const [, name = ''] = /^@(\w+)/.exec(slip.meant) ?? []
  const isOurs = operationTags.includes(name)
  return isOurs && !file.fileName.includes('/node_modules/') ? slip : undefined
}

/** The node whose leading comment describes a function or a property. */
function commented(node: ts.Node): ts.Node {
  const { parent } = node
  if (parent === undefined) return node
  const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)
  if (isValue && ts.isVariableDeclaration(parent)) return commented(parent)
  // The function that `guard` takes.
  if (isValue && ts.isCallExpression(parent) && ts.isVariableDeclaration(parent.parent))
    return commented(parent.parent)
  if (isValue && (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))) return parent
  if (isValue && (ts.isReturnStatement(parent) || ts.isExportAssignment(parent))) return parent
  if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(parent)) return parent.parent
  return node
}

/** The docs of an operation. A text comes from the first comment that has it. */
export function operationDocs(comments: readonly DocComment[]): OperationDocs {
  const textOf = (name: string): string =>
    comments.flatMap(({ tags }) => tags.filter((tag) => tag.name === name).map(({ text }) => text))[0] ?? ''
  const has = (name: string): boolean => comments.some(({ tags }) => tags.some((tag) => tag.name === name))
  const described = comments.find(({ description }) => description !== '')?.description ?? ''
  return {
    summary: textOf('summary').replace(/\s+/g, ' '),
    description: textOf('description') || described,
    tags: [
      ...new Set(
        comments.flatMap(({ tags }) => tags.filter(({ name }) => name === 'tag').map(({ text }) => text)),
      ),
    ],
    isDeprecated: has('deprecated'),
    isHidden: has('hidden'),
  }
}
