import { messagesByKind, ruleConstant } from '@ctxgen/core/rules/rule-names'
import type { MessagesByKind, RuleTarget } from '@ctxgen/core/rules/rule-row'
import { rules } from '@ctxgen/core/rules/rules'
import { runtimeExports } from './runtime-names.gen.ts'

/** A name that a generated file may import from `@ctxgen/runtime/codegenv1`. */
export type RuntimeName = keyof typeof runtimeExports

export const runtimeNames: readonly RuntimeName[] = Object.keys(runtimeExports).filter(isRuntimeName)

function isRuntimeName(name: string): name is RuntimeName {
  return Object.hasOwn(runtimeExports, name)
}

export function isRuntimeType(name: RuntimeName): boolean {
  return runtimeExports[name] === 'type'
}

/** A name from the table of rules. */
export function runtimeName(name: string): RuntimeName {
  if (!isRuntimeName(name)) throw new Error(`codegenv1 does not export ${name}`)
  return name
}

/** The constant with the English message of a rule for a kind of value. */
export function messageConstant(rule: string, hasParameter: boolean, target: RuleTarget): RuntimeName {
  const messages = messagesByKind(rules.get(rule)?.text ?? '')
  // Without a parameter, dates are compared with now; with one, `unique` is about a property.
  const kinds = hasParameter ? ['property', target] : ['date', 'list']
  return runtimeName(
    ruleConstant(
      rule,
      kinds.find((kind) => isKind(kind, messages)),
    ),
  )
}

function isKind(kind: string, messages: MessagesByKind): kind is keyof MessagesByKind {
  return Object.hasOwn(messages, kind)
}
