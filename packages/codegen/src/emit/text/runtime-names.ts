import { ruleConstant } from '@ctxgen/core/rules/rule-names'
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

/** The constant with the English message of a rule. */
export function messageConstant(rule: string): RuntimeName {
  return runtimeName(ruleConstant(rule))
}
