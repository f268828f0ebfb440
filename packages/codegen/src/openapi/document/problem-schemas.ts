import { STATUS_CODES } from 'node:http'
import { issueCodes } from '@ctxgen/core/issue-code'
import type { Schema } from './openapi-document.ts'
import type { SchemaRegistry } from './schema-registry.ts'

const text: Schema = { type: 'string' }

/** Problem details (RFC 9457), as the default error handler writes them. */
export class ProblemSchemas {
  readonly #registry: SchemaRegistry

  constructor(registry: SchemaRegistry) {
    this.#registry = registry
  }

  /** @param hasErrors for a request that does not fit, with one entry for each issue */
  refer(hasErrors: boolean): Schema {
    return hasErrors
      ? this.#refer('RequestProblem', () => this.#requestProblem())
      : this.#refer('Problem', () => problem)
  }

  /** The answer of a WebSocket to a message that does not fit, in JSON whatever the format of the others. */
  referInMessage(): Schema {
    return this.#refer('Refusal', () => ({
      description:
        'The answer to a message that does not fit, or is refused, unless the socket closes for it. Always JSON text.',
      type: 'object',
      properties: { error: { anyOf: [this.refer(true), this.refer(false)] } },
      required: ['error'],
    }))
  }

  #refer(name: string, make: () => Schema): Schema {
    return this.#registry.refer(`runtime ${name}`, { name, role: 'Output', span: undefined }, make)
  }

  #requestProblem(): Schema {
    const entry = this.#refer('ProblemEntry', () => problemEntry)
    return {
      description: 'A request that does not fit, with its issues.',
      type: 'object',
      properties: {
        ...members,
        errors: { type: 'array', items: entry },
      },
      required: ['type', 'title', 'status', 'errors'],
    }
  }
}

const members: Readonly<Record<string, Schema>> = {
  type: { const: 'about:blank' },
  title: text,
  status: { type: 'integer' },
  detail: text,
}

const problem: Schema = {
  description: 'Problem details (RFC 9457).',
  type: 'object',
  properties: members,
  required: ['type', 'title', 'status'],
}

const problemEntry: Schema = {
  description: 'An issue of a request.',
  type: 'object',
  properties: {
    source: { enum: ['uri', 'query', 'header', 'cookie', 'body', 'respHeader'] },
    path: { description: 'The names as sent, dotted.', ...text },
    pointer: { description: 'A JSON pointer into the body.', ...text },
    code: { description: 'What is wrong, for programs.', enum: issueCodes },
    expected: {
      description: 'The kind of value that is expected, or the values of a choice.',
      anyOf: [text, { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } }],
    },
    rule: { description: 'The broken rule.', ...text },
    param: { description: 'The parameter of the rule.', ...text },
    message: text,
  },
  required: ['code', 'message'],
}

export function problemExample(status: number, detail: string | undefined): unknown {
  const title = STATUS_CODES[status] ?? 'Error'
  return {
    type: 'about:blank',
    title,
    status,
    ...(detail === undefined || detail === '' || detail === title ? {} : { detail }),
  }
}
