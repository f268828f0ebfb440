import { nodeFiles, nodeScripts } from './node-project.ts'
import { problemSource } from './problem-source.ts'
import { sampleConfig, sampleDto, sampleValue } from './sample-dto.ts'
import { sampleTest } from './sample-test.ts'
import type { Template } from './template.ts'
import { sampleTsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'

export const expressTemplate: Template = {
  title: 'Express 5',
  port: 3000,
  dependencies: rangesOf('@ctxgen/runtime', 'express', 'helmet', 'pino-http'),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/node', '@types/express'),
  scripts: nodeScripts,
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(),
    'src/dto/hello.ts': sampleDto,
    'src/app.ts': appSource,
    'src/problem.ts': problemSource,
    'src/server.ts': serverSource,
    'src/app.test.ts': test,
    'tsconfig.json': sampleTsconfig,
    ...nodeFiles(setting),
  }),
}

const appSource = `import { randomUUID } from 'node:crypto'
import { expressInput } from '@ctxgen/runtime/adapters'
import express, { type ErrorRequestHandler } from 'express'
import helmet from 'helmet'
import { pinoHttp } from 'pino-http'
import { bindAllHelloDto, stringifyHelloAnswer } from './dto/hello.bind.js'
import { toProblem } from './problem.js'

export const app = express()
/** Turns a request into the input of binders. */
const input = expressInput()

app.use(helmet())
app.use(
  pinoHttp({
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
    genReqId(_, res) {
      const id = randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
  }),
)

app.get('/livez', (_, res) => void res.send('OK'))
app.get('/readyz', (_, res) => void res.sendStatus(app.locals.isStopping === true ? 503 : 200))

app.get('/hello/:name', async (req, res) => {
  const { name, times } = bindAllHelloDto(await input(req, res))
  res.type('json').send(stringifyHelloAnswer(${sampleValue}))
})

/** Answers errors with problem details (RFC 9457). */
const onError: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error)
  const problem = toProblem(error)
  if (problem.status >= 500) req.log.error(error)
  res.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}
app.use(onError)
`

const serverSource = `import { app } from './app.js'

const { HOST: host = 'localhost', PORT: port = '3000' } = process.env
const server = app.listen(Number(port), host, (error) => {
  if (error) throw error
  console.log(\`Listening on http://\${host}:\${port}\`)
})

// Answers the requests that are under way, and then ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    app.locals.isStopping = true
    server.close()
  })
`

const test = sampleTest({
  imports: [
    `import { once } from 'node:events'`,
    `import type { AddressInfo } from 'node:net'`,
    `import { app } from './app.js'`,
  ],
  hooks: ['after'],
  setUp: `const server = app.listen(0, 'localhost')
await once(server, 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo
const ask = (path: string) => fetch(\`http://localhost:\${port}\${path}\`)`,
})
