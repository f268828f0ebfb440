/** Each file that TypeScript's own build puts together begins with its name. */
const head = '\n// src/'

/** What is for editors comes after all of the compiler, and begins here; then the file ends. */
const firstOfServices = '\n// src/jsTyping/'
const endOfFile = '\n})({ get exports() {'

/** The one of them that is wanted: it gives nodes, symbols and types their methods. */
const wanted = '\n// src/services/services.ts'

/**
 * The compiler's file without the language services and the server, a third of it: V8 reads all that it is given. Nothing in
 * the compiler proper knows them, a rule of TypeScript's own build. A file of another make stays whole.
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
