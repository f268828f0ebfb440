import { nodeFiles, nodeScripts } from './node-project.ts'
import { sampleConfig, sampleDto, sampleValue } from './sample-dto.ts'
import { sampleTest } from './sample-test.ts'
import type { Template } from './template.ts'
import { sampleTsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'

export const honoTemplate: Template = {
  title: 'Hono 4 on Node',
  port: 3000,
  dependencies: rangesOf('@ctxgen/runtime', 'hono', '@hono/node-server'),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/node'),
  scripts: nodeScripts,
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(),
    'src/dto/hello.ts': sampleDto,
    'src/app.ts': appSource,
    'src/server.ts': serverSource,
    'src/app.test.ts': test,
    'tsconfig.json': sampleTsconfig,
    ...nodeFiles(setting),
  }),
}

const appSource = `import { honoInput, problemOf } from '@ctxgen/runtime/adapters'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { logger } from 'hono/logger'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { bindAllHelloDto, HelloAnswer } from './dto/hello.bind.js'

export const app = new Hono()
/** Set while the server stops. */
export const state = { isStopping: false }
/** Turns a request into the input of binders. */
const input = honoInput()

app.use(logger(), requestId(), secureHeaders())

app.get('/livez', (c) => c.text('OK'))
app.get('/readyz', (c) => (state.isStopping ? c.text('Stopping', 503) : c.text('OK')))

app.get('/hello/:name', async (c) => {
  const { name, times } = bindAllHelloDto(await input(c))
  return HelloAnswer.response(${sampleValue})
})

/** Answers errors with problem details (RFC 9457). */
app.onError((error) => {
  if (error instanceof HTTPException) return error.getResponse()
  const problem = problemOf(error)
  if (problem.status >= 500) console.error(error)
  const headers = { 'Content-Type': 'application/problem+json' }
  return Response.json(problem, { status: problem.status, headers })
})
`

const serverSource = `import { serve } from '@hono/node-server'
import { app, state } from './app.js'

const { HOST: hostname = 'localhost', PORT: port = '3000' } = process.env
const server = serve({ fetch: app.fetch, port: Number(port), hostname }, () => {
  console.log(\`Listening on http://\${hostname}:\${port}\`)
})

// Answers the requests that are under way, and then ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    state.isStopping = true
    server.close()
  })
`

const test = sampleTest({
  imports: [`import { app } from './app.js'`],
  setUp: 'const ask = async (path: string) => app.request(path)',
})
