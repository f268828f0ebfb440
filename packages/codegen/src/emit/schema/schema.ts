import { boundFields, decodedFormat } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { valueReaders } from '../read/decoded.ts'
import { dtoShape } from '../read/object-reader.ts'
import { checkerOf } from '../rules/check.ts'
import { isAsyncObject } from '../rules/rules-below.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { sourceWords } from '../text/source-words.ts'
import { sentKind } from './shape-kind.ts'
import { shapeConstant } from './shapes.ts'

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

/** The shape behind the JSON Schema of a sent-only DTO. */
function sentShape(dto: ObjectType, scope: ModuleScope): string {
  return shapeConstant(dto, sentKind(dto), scope)
}
