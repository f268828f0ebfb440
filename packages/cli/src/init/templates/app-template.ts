import { nodeFiles, nodeScripts, openApiConfig } from './node-project.ts'
import { sampleConfig, sampleDto, sampleValue } from './sample-dto.ts'
import { documentedTest } from './sample-test.ts'
import { outputExtension, type Template, type TemplateSetting } from './template.ts'
import { sampleTsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'

const scripted = ['@scarf/scarf']

/** ctxgen's own `App` on Node. */
export const appTemplate: Template = {
  title: "ctxgen's own App on Node",
  port: 3000,
  page: () => 'http://localhost:3000/docs',
  dependencies: rangesOf('@ctxgen/runtime', '@ctxgen/middleware'),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/node', 'ajv', 'ajv-formats', 'swagger-ui-dist'),
  scripted,
  scripts: nodeScripts,
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(openApiConfig(setting.extension)),
    [`src/dto/hello.${setting.extension}`]: sampleDto,
    ...appSources(setting),
    'tsconfig.json': sampleTsconfig,
    ...nodeFiles(setting, scripted),
  }),
}

/** An app, its server with a page of the document in development, and a test. */
export function appSources(setting: TemplateSetting): Readonly<Record<string, string>> {
  const { extension } = setting
  return {
    [`src/app.${extension}`]: appSource(setting),
    [`src/server.${extension}`]: serverSource(setting),
    [`src/app.test.${extension}`]: documentedTest(setting),
  }
}

export function appSource({ extension }: Pick<TemplateSetting, 'extension'>): string {
  return `import { livez, readyz } from '@ctxgen/middleware/healthcheck'
import { helmet } from '@ctxgen/middleware/helmet'
import { logger } from '@ctxgen/middleware/logger'
import { requestId } from '@ctxgen/middleware/request-id'
import { App } from '@ctxgen/runtime'
import { HelloAnswer, HelloDto } from './dto/hello.bind.${outputExtension(extension)}'

export const app = new App({ onResponse: logger() })
app.use(requestId(), helmet())

/** @hidden */
app.get('/livez', livez())
/** @hidden */
app.get('/readyz', readyz())

app.get('/hello/:name', (c) => {
  const { name, times } = c.bind().all(HelloDto)
  c.json(${sampleValue}, HelloAnswer)
})
`
}

function serverSource({ extension }: TemplateSetting): string {
  return `import { readFileSync } from 'node:fs'
import { app } from './app.${outputExtension(extension)}'

const { HOST: host = 'localhost', PORT: port = '3000', NODE_ENV } = process.env

// In development /docs shows openapi.json, as it is at the time.
if (NODE_ENV === 'development') {
  const { docs } = await import('@ctxgen/runtime/docs')
  const file = new URL('../openapi.json', import.meta.url)
  app.get('/docs', docs(() => JSON.parse(readFileSync(file, 'utf8'))))
}

const { url } = await app.listen({ port: Number(port), host, signals: true })
console.log(\`Listening on \${url}\`)
`
}
