import type { ObjectType } from '../model/dto.ts'
import { checkerOf } from './emit-check.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'

/** Emits what checks a value of a DTO, whoever made it. */
export function emitValidate(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const check = checkerOf(dto, dto.fields, '', scope)
  if (check === undefined) return
  const name = `validate${dto.name}${check.isAsync ? 'Async' : ''}`
  const type = scope.use(check.isAsync ? 'AsyncValidator' : 'Validator')
  const validator = scope.use(check.isAsync ? 'asyncValidator' : 'validator')
  writer.assign(`export const ${name}: ${type}<${dto.name}> =`, `${pureMark}${validator}(${check.name})`)
  writer.blank()
}
