import { nodeFiles, nodeScripts } from './node-project.ts'
import { problemSource } from './problem-source.ts'
import { sampleConfig, sampleDto, sampleValue } from './sample-dto.ts'
import { sampleTest } from './sample-test.ts'
import type { Template } from './template.ts'
import { sampleTsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'

export const fastifyTemplate: Template = {
  title: 'Fastify 5',
  port: 3000,
  dependencies: rangesOf('@ctxgen/runtime', 'fastify', '@fastify/helmet'),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/node'),
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
import { fastifyInput, keepFastifyBodies } from '@ctxgen/runtime/adapters'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import { bindAllHelloDto, stringifyHelloAnswer } from './dto/hello.bind.js'
import { toProblem } from './problem.js'

export const app = fastify({ logger: true, genReqId: () => randomUUID() })
/** Turns a request into the input of binders. */
const input = fastifyInput()
// Its own parsers keep no bytes, and binders read them.
keepFastifyBodies(app)

await app.register(helmet)
app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id)
})

/** Answers errors with problem details (RFC 9457). */
app.setErrorHandler((error, request, reply) => {
  const problem = toProblem(error)
  if (problem.status >= 500) request.log.error(error)
  return reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
})

app.get('/livez', () => 'OK')
// While it stops, Fastify itself answers 503.
app.get('/readyz', () => 'OK')

app.get('/hello/:name', async (request, reply) => {
  const { name, times } = bindAllHelloDto(await input(request, reply))
  reply.type('application/json; charset=utf-8')
  return stringifyHelloAnswer(${sampleValue})
})
`

const serverSource = `import { app } from './app.js'

const { HOST: host = 'localhost', PORT: port = '3000' } = process.env
await app.listen({ port: Number(port), host })

// Answers the requests that are under way, and then ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close())
`

const test = sampleTest({
  imports: [`import { app } from './app.js'`],
  hooks: ['after'],
  setUp: `const url = await app.listen({ port: 0, host: 'localhost' })
after(() => app.close())
const ask = (path: string) => fetch(\`\${url}\${path}\`)`,
})
