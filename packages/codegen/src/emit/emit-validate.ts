import type { ObjectType } from '../model/dto.ts'
import { checkerOf } from './emit-check.ts'
import type { ModuleScope } from './module-scope.ts'

/** Emits the function that checks a value of a DTO, whoever made it. */
export function emitValidate(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const check = checkerOf(dto, dto.fields, '', scope)
  if (check === undefined) return
  const found = 'what breaks them, in order of declaration; the empty list is frozen'
  writer.line(`/** Checks the rules of {@link ${dto.name}}: ${found}. */`)
  const issues = `${scope.use('ValidationIssue')}[]`
  const toIssues = scope.use('propertyIssues')
  if (check.isAsync) {
    const context = `context: ${scope.use('RuleContext')} = ${scope.use('noRequest')}`
    const items = [`value: ${dto.name}`, context]
    writer.list(`export async function validate${dto.name}Async(`, items, `): Promise<${issues}> {`)
    const settled = `await ${scope.use('settled')}(${check.name}(value, context))`
    writer.indented(() => writer.line(`return ${toIssues}(${settled})`))
    writer.line('}')
  } else {
    writer.block(`export function validate${dto.name}(value: ${dto.name}): ${issues} {`, () =>
      writer.line(`return ${toIssues}(${check.name}(value))`),
    )
  }
  writer.blank()
}
