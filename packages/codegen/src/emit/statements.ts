import type { CodeWriter } from './code-writer.ts'
import { and, type Condition, conditionText } from './condition.ts'

/** Code that is made before it is written, so that what turns out to be empty is not. */
export type Statement =
  /** `open` + items + `close`, an item a line when it is too long for one. */
  | {
      readonly kind: 'call'
      readonly open: string
      readonly items: readonly string[]
      readonly close: string
    }
  | { readonly kind: 'line'; readonly text: string }
  | {
      readonly kind: 'block'
      readonly open: string
      readonly body: readonly Statement[]
      readonly close?: string
    }
  | {
      readonly kind: 'if'
      readonly condition: Condition
      readonly body: readonly Statement[]
      readonly otherwise: readonly Statement[]
    }

/** An `if`, or what is left of it when the condition is known, or there is nothing to do. */
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

/** The code of a statement, and of those in it, in no order. */
export function codeOf(statement: Statement): readonly string[] {
  switch (statement.kind) {
    case 'line':
      return [statement.text]
    case 'call':
      return [statement.open, ...statement.items]
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
      writer.list(statement.open, statement.items, statement.close)
      break
    case 'block':
      writer.block(statement.open, () => writeStatements(statement.body, writer), statement.close)
      break
    case 'if':
      writeIf(statement, '', writer)
      break
  }
}

function writeIf(statement: Statement & { kind: 'if' }, before: string, writer: CodeWriter): void {
  const { condition, body, otherwise } = statement
  const [only] = body
  if (before === '' && body.length === 1 && only?.kind === 'line' && otherwise.length === 0) {
    const oneLine = `if (${conditionText(condition)}) ${only.text}`
    if (writer.fits(oneLine)) {
      writer.line(oneLine)
      return
    }
  }
  writeHead(before, condition, writer)
  writer.indented(() => writeStatements(body, writer))
  const [next] = otherwise
  if (otherwise.length === 1 && next?.kind === 'if') {
    writeIf(next, '} else ', writer)
    return
  }
  if (otherwise.length > 0) {
    writer.line('} else {')
    writer.indented(() => writeStatements(otherwise, writer))
  }
  writer.line('}')
}

/** `if (a && b) {`, a part a line when it is too long for one. */
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
