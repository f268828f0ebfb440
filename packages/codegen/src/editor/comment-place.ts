import { ts } from 'ts-morph'
import { commentsIn, lastJsDoc } from '../parse/tags/find-comments.ts'

/** A JSDoc comment with a position in it. */
export interface CommentPlace {
  /** The declaration behind the comment; `undefined` if nothing follows it. */
  readonly owner: ts.Node | undefined
  readonly isOfMember: boolean
  readonly text: string
  /** Of the position, in the text. */
  readonly offset: number
}

/** The comment around an offset of a file. */
export function commentAt(file: ts.SourceFile, offset: number): CommentPlace | undefined {
  const { from, to, owner, isOfMember } = triviaAt(file, offset)
  // The scan below never ends in a comment without an end.
  if (file.text.lastIndexOf('*/') < from) return undefined
  const comment = lastJsDoc(commentsIn(file.text, from, to))
  if (comment === undefined || offset < comment.start + 3 || offset > comment.end - 2) return undefined
  const { start, end } = comment
  return { owner, isOfMember, text: file.text.slice(start, end), offset: offset - start }
}

interface Trivia {
  readonly from: number
  readonly to: number
  readonly owner: ts.Node | undefined
  readonly isOfMember: boolean
}

/** The range without code around an offset, in front of the declaration that it belongs to. */
function triviaAt(file: ts.SourceFile, offset: number): Trivia {
  const end = file.endOfFileToken
  let found: Trivia = { from: end.pos, to: end.end, owner: undefined, isOfMember: false }
  const visit = (node: ts.Node): void => {
    if (offset < node.pos || offset > node.end) return
    const start = node.getStart(file)
    if (isDeclaration(node) && offset <= start) {
      found = {
        from: node.pos,
        to: start,
        owner: node,
        isOfMember: ts.isTypeElement(node) || ts.isClassElement(node),
      }
    } else if (isContainer(node) && offset >= node.members.end) {
      found = { from: node.members.end, to: node.end - 1, owner: undefined, isOfMember: true }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isDeclaration(node: ts.Node): boolean {
  return ts.isStatement(node) || ts.isTypeElement(node) || ts.isClassElement(node) || ts.isEnumMember(node)
}

function isContainer(
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeLiteralNode | ts.ClassDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) || ts.isClassDeclaration(node)
}
