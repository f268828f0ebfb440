/** Whether this V8 knows the flags; an unknown flag prints a warning on stderr. */
export function isKnownV8(): boolean {
  return nodeVersion() <= 26 && !('bun' in process.versions)
}

/** Major version. */
export function nodeVersion(): number {
  return Number.parseInt(process.versions.node, 10)
}
