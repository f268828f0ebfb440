/** The types that `@ctxgen/runtime` exports for DTOs. */
const runtimeTypes = /\b(?:u?int(?:8|16|32|64)?|float(?:32|64)|FileHeader)\b/g

/** The fix for an unresolved type. @param type as written in the source */
export function unresolvedHint(type: string): string {
  const names = [...new Set(type.match(runtimeTypes))]
  return names.length > 0
    ? `Add \`import type { ${names.join(', ')} } from '@ctxgen/runtime'\`.`
    : 'Check the import and the tsconfig (--project selects another). Build workspace packages first.'
}
