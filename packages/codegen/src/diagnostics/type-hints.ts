/** The types that `@ctxgen/runtime` exports for DTOs. */
const runtimeTypes = /\b(?:u?int(?:8|16|32|64)?|float(?:32|64)|FileHeader)\b/g

/** What to do about a type that cannot be found. @param type as the source writes it. */
export function unresolvedHint(type: string): string {
  const names = [...new Set(type.match(runtimeTypes))]
  return names.length > 0
    ? `Add \`import type { ${names.join(', ')} } from '@ctxgen/runtime'\`.`
    : 'Check the import and the tsconfig (--project names another one). A package of a workspace is found once it is built.'
}
