const otherFrameworks = '"Other frameworks" in node_modules/ctxgen/docs/generated-code.md'

/** How each framework that may serve the binders calls them: its adapter, and the page that shows it. */
const adapters: ReadonlyMap<string, readonly [adapter: string, page: string]> = new Map([
  ['fastify', ['fastifyInput', otherFrameworks]],
  ['express', ['expressInput', otherFrameworks]],
  ['koa', ['koaInput', otherFrameworks]],
  ['hono', ['honoInput', otherFrameworks]],
  ['@nestjs/core', ['expressInput or fastifyInput', 'node_modules/ctxgen/docs/recipes/nestjs.md']],
])

/** A line for each framework among the dependencies: how it calls a binder. */
export function adapterNotes(dependencies: readonly string[]): readonly string[] {
  return [...adapters]
    .filter(([name]) => dependencies.includes(name))
    .map(
      ([name, [adapter, page]]) =>
        `note   ${name}: binders take the input that ${adapter} of @ctxgen/runtime/adapters makes of a request, see ${page}`,
    )
}
