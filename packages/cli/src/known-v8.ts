/** Whether V8 is one that knows the flags which are set here: another would say on stderr that it does not. */
export function isKnownV8(): boolean {
  return nodeVersion() <= 26 && !('bun' in process.versions)
}

/** The first number of it. */
export function nodeVersion(): number {
  return Number.parseInt(process.versions.node, 10)
}
