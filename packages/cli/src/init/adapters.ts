/** The adapter of each framework that may serve the binders. */
const adapters: Readonly<Record<string, string>> = {
  fastify: 'fastifyInput',
  express: 'expressInput',
  koa: 'koaInput',
  hono: 'honoInput',
}

/** A line for each framework among the dependencies: how it calls a binder. */
export function adapterNotes(dependencies: readonly string[]): readonly string[] {
  return Object.entries(adapters)
    .filter(([name]) => dependencies.includes(name))
    .map(
      ([name, adapter]) =>
        `note   ${name}: binders take the input that ${adapter} of @ctxgen/runtime/adapters makes of a request, ` +
        'see "Other frameworks" in node_modules/ctxgen/docs/generated-code.md',
    )
}
