/** TypeScript's build puts this before the name of each bundled file. */
const head = '\n// src/'

/** The editor services start here, after the compiler, and run to the end of the file. */
const firstOfServices = '\n// src/jsTyping/'
const endOfFile = '\n})({ get exports() {'

/** The only service needed: it defines the methods of nodes, symbols and types. */
const wanted = '\n// src/services/services.ts'

/**
 * The compiler's file without language services and server, a third of what V8 would parse. By a rule of TypeScript's build
 * the compiler never refers to them. A file with another layout stays whole.
 */
export function withoutServices(source: Buffer): readonly Buffer[] {
  const services = source.indexOf(firstOfServices)
  const from = source.indexOf(wanted, services + 1)
  const to = source.indexOf(head, from + 1)
  const end = source.lastIndexOf(endOfFile)
  const isAsExpected = services !== -1 && from !== -1 && from < to && to < end
  if (!isAsExpected) return [source]
  return [source.subarray(0, services), source.subarray(from, to), source.subarray(end)]
}
