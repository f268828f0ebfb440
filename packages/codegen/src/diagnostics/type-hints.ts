import { nearestName } from '@ctxgen/core/nearest-name'
import type { Fix } from './diagnose.ts'

/** The types that `@ctxgen/runtime` exports for DTOs. */
const runtimeTypes = [
  ...['int', 'int8', 'int16', 'int32', 'int64', 'uint', 'uint8', 'uint16', 'uint32', 'uint64'],
  ...['float32', 'float64', 'FileHeader', 'FileStream'],
]

const otherTypes = [
  ...['string', 'number', 'boolean', 'bigint', 'unknown', 'null', 'undefined', 'Date', 'Uint8Array', 'Array'],
  ...['ReadonlyArray', 'Record', 'Partial', 'Required', 'Readonly', 'Pick', 'Omit', 'Exclude', 'Extract'],
]

/** The known type that an unresolved one probably means: `int` for `itn`. @param type as written in the source */
export function meantType(type: string): string | undefined {
  return misspelt(type)?.right
}

function misspelt(type: string): (Fix & { readonly right: string }) | undefined {
  const known = [...runtimeTypes, ...otherTypes]
  for (const wrong of namesIn(type)) {
    const right = known.includes(wrong) ? undefined : nearestName(wrong, known)
    if (right !== undefined) return { wrong, right }
  }
  return undefined
}

/** The fix for an unresolved type. @param type as written in the source */
export function unresolvedHint(type: string): string {
  const written = namesIn(type).filter((name) => runtimeTypes.includes(name))
  const meant = written.length > 0 ? undefined : meantType(type)
  const names = meant === undefined ? [...new Set(written)] : [meant]
  if (names.some((name) => runtimeTypes.includes(name)))
    return `Add \`import type { ${names.join(', ')} } from '@ctxgen/runtime'\`.`
  return meant === undefined
    ? 'Check the import and the tsconfig (--project selects another). Build workspace packages first.'
    : `Write ${meant}.`
}

/** The import that an unresolved type lacks, or the name that it means. @param type as written in the source */
export function unresolvedFix(type: string): Fix | undefined {
  const [written] = namesIn(type).filter((name) => runtimeTypes.includes(name))
  return written === undefined ? misspelt(type) : { importType: written }
}

/** The names of types in the text of a type: none in quotes, and none of a property. */
function namesIn(type: string): readonly string[] {
  return type.replaceAll(/(['"`]).*?\1/g, '').match(/(?<![\w$])[A-Za-z_$][\w$]*(?![\w$]|\s*\??:)/g) ?? []
}
