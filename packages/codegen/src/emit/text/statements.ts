import { and, type Condition, conditionText } from '../rules/condition.ts'
import type { CodeWriter } from './code-writer.ts'

/** Code as data. It is written later, so that empty blocks can be dropped. */
export type Statement =
  /** `open` + items + `)`, with one item per line when it is too long for one line. */
  | { readonly kind: 'call'; readonly open: string; readonly items: readonly string[] }
  | { readonly kind: 'line'; readonly text: string }
  /** `for (…)` */
  | { readonly kind: 'loop'; readonly head: string; readonly body: readonly Statement[] }
  | {
      readonly kind: 'block'
      readonly open: string
      readonly body: readonly Statement[]
      readonly close?: string
    }
  | If

type If = {
  readonly kind: 'if'
  readonly condition: Condition
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}

/** An `if`, simplified when the condition is constant or a branch is empty. */
export function when(
  condition: Condition,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  if (condition === true) return body
  if (condition === false) return otherwise
  if (body.length === 0 && otherwise.length === 0) return []
  const [inner] = body
  // if (a) { if (b) … } is one if.
  if (otherwise.length === 0 && body.length === 1 && inner?.kind === 'if' && inner.otherwise.length === 0) {
    return when(and(condition, inner.condition), inner.body)
  }
  return [{ kind: 'if', condition, body, otherwise }]
}

export function writeStatements(statements: readonly Statement[], writer: CodeWriter): void {
  for (const statement of statements) writeStatement(statement, writer)
}

/** The code of a statement and of its nested statements, in no order. */
export function codeOf(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'line':
      return [statement.text]
    case 'call':
      return [statement.open, ...statement.items]
    case 'loop':
      return [statement.head, ...statement.body.flatMap(codeOf)]
    case 'block':
      return [statement.open, ...statement.body.flatMap(codeOf)]
    case 'if': {
      const { condition, body, otherwise } = statement
      return [conditionText(condition), ...[...body, ...otherwise].flatMap(codeOf)]
    }
  }
}

function writeStatement(statement: Statement, writer: CodeWriter): void {
  switch (statement.kind) {
    case 'line':
      writer.line(statement.text)
      break
    case 'call':
      writer.list(statement.open, statement.items, ')')
      break
    case 'loop':
      writeBehind(`${statement.head} `, statement.body, writer)
      break
    case 'block':
      writer.block(statement.open, () => writeStatements(statement.body, writer), statement.close)
      break
    case 'if':
      writeIf(statement, '', writer)
      break
  }
}

/** Writes the body on the same line when it is one statement that fits, else in braces. */
function writeBehind(head: string, body: readonly Statement[], writer: CodeWriter): void {
  const oneLine = head + lineOf(body)
  if (lineOf(body) !== undefined && writer.fits(oneLine)) writer.line(oneLine)
  else writer.block(`${head}{`, () => writeStatements(body, writer))
}

/** The body as one line; `undefined` for a longer one. */
function lineOf(body: readonly Statement[]): string | undefined {
  const [only] = body
  if (only === undefined || body.length > 1) return undefined
  switch (only.kind) {
    case 'line':
      return only.text
    case 'call':
      return `${only.open}${only.items.join(', ')})`
    case 'if': {
      const then = only.otherwise.length === 0 ? lineOf(only.body) : undefined
      return then && `if (${conditionText(only.condition)}) ${then}`
    }
    default:
      return undefined
  }
}

/** Writes `if (a) b`, with `else` on its own line, and braces around a body of several lines. */
function writeIf({ condition, body, otherwise }: If, before: string, writer: CodeWriter): void {
  const head = `${before}if (${conditionText(condition)}) `
  const oneLine = isPlain(body) ? lineOf(body) : undefined
  if (oneLine !== undefined && writer.fits(head + oneLine)) {
    writer.line(head + oneLine)
    writeElse('else ', otherwise, writer)
  } else if (oneLine !== undefined && writer.fits(head) && writer.fits(`  ${oneLine}`)) {
    writer.line(head.trimEnd())
    writer.indented(() => writer.line(oneLine))
    writeElse('else ', otherwise, writer)
  } else {
    writeHead(before, condition, writer)
    writer.indented(() => writeStatements(body, writer))
    if (otherwise.length === 0) writer.line('}')
    else writeElse('} else ', otherwise, writer)
  }
}

function writeElse(before: string, otherwise: readonly Statement[], writer: CodeWriter): void {
  const [next] = otherwise
  if (next === undefined) return
  if (otherwise.length === 1 && next.kind === 'if') writeIf(next, before, writer)
  else writeBehind(before, otherwise, writer)
}

/** Whether it can precede an `else`, which would bind to a nested `if`. */
function isPlain([only]: readonly Statement[]): boolean {
  return only?.kind === 'line' || only?.kind === 'call'
}

/** Writes `if (a && b) {`, with one part per line when it is too long for one line. */
function writeHead(before: string, condition: Condition, writer: CodeWriter): void {
  const oneLine = `${before}if (${conditionText(condition)}) {`
  if (typeof condition === 'boolean' || condition.parts.length === 1 || writer.fits(oneLine)) {
    writer.line(oneLine)
    return
  }
  const last = condition.parts.length - 1
  writer.line(`${before}if (`)
  writer.indented(() => {
    writer.lines(condition.parts.map((part, i) => (i === last ? part : `${part} ${condition.joint}`)))
  })
  writer.line(') {')
}
