import { catalog } from '../diagnostics/catalog.ts'
import { diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { DtoModule } from '../model/dto.ts'

/** What the generated file may call its functions for a DTO named `X`. */
const prefixes = [
  ...[
    'Uri',
    'Query',
    'Header',
    'RespHeader',
    'Cookie',
    'Form',
    'Json',
    'Xml',
    'MsgPack',
    'Cbor',
    'Body',
    'All',
  ].map((source) => `bind${source}`),
  'validate',
  'stringify',
  'sendJson',
]

/** A DTO must not be named like a function that is generated for another. */
export function checkExportedNames(module: DtoModule): readonly Diagnostic[] {
  return module.dtos.flatMap((dto) =>
    module.dtos.flatMap((other) => {
      const clashes = prefixes.some((prefix) => `${prefix}${other.name}` === dto.name)
      return clashes ? [diagnose(catalog.nameClash, dto.span, dto.name, other.name)] : []
    }),
  )
}
