import { boundFields, decodedFormat } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { checkerOf } from './emit-check.ts'
import { valueReaders } from './emit-decoded.ts'
import { dtoShape } from './emit-object-reader.ts'
import { shapeConstant } from './emit-shapes.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'
import { isAsyncObject } from './rules-below.ts'
import { sentKind } from './shape-kind.ts'
import { sourceWords } from './source-words.ts'

/** Emits the Standard Schema member of a DTO's object. */
export function emitStandardMember(dto: ObjectType, scope: ModuleScope): void {
  const format = decodedFormat(dto)
  if (format === undefined) {
    if (dto.isSent)
      scope.writer.line(`'~standard': ${pureMark}${scope.use('sentSchema')}(${sentShape(dto, scope)}),`)
    return
  }
  const fields = boundFields(dto, format).map(({ field }) => field)
  const check = checkerOf(dto, fields, sourceWords[format][0], scope)
  const parts = [dtoShape(dto, format, valueReaders, scope), ...(check === undefined ? [] : [check.name])]
  const make = isAsyncObject(dto, scope.module) ? 'standardSchemaAsync' : 'standardSchema'
  scope.writer.list(`'~standard': ${pureMark}${scope.use(make)}(`, parts, '),')
}

/** The shape that the JSON Schema of a DTO is made from that is only sent. */
function sentShape(dto: ObjectType, scope: ModuleScope): string {
  return shapeConstant(dto, sentKind(dto), scope)
}
