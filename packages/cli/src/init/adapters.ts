const frameworks = 'node_modules/ctxgen/docs/frameworks.md'

/** How each framework that may serve the binders calls them: its adapter, and the page that shows it. */
const adapters: ReadonlyMap<string, readonly [adapter: string, page: string]> = new Map([
  ['fastify', ['fastifyInput', frameworks]],
  ['express', ['expressInput', frameworks]],
  ['koa', ['koaInput', frameworks]],
  ['hono', ['honoInput', frameworks]],
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
