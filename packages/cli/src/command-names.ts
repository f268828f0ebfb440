/** The commands beside generating, with what completions say of them. */
export const commands: Readonly<Record<string, string>> = {
  init: 'set a project up',
  openapi: 'describe an app in OpenAPI',
  asyncapi: 'describe the sockets and events of an app in AsyncAPI',
  client: 'write a client of an app',
  lsp: 'serve an editor',
  migrate: 'turn schemas into interfaces',
  completion: 'print completions',
}
