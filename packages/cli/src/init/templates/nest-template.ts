import { nodeFiles, nodeScripts } from './node-project.ts'
import { sampleConfig, sampleDto, sampleValue } from './sample-dto.ts'
import { sampleTest } from './sample-test.ts'
import type { Template } from './template.ts'
import { tsconfig } from './tsconfigs.ts'
import { rangesOf } from './versions.ts'

const scripted = ['@nestjs/core']

export const nestTemplate: Template = {
  title: 'NestJS 12 on Express',
  port: 3000,
  dependencies: rangesOf(
    '@ctxgen/runtime',
    '@nestjs/common',
    '@nestjs/core',
    '@nestjs/platform-express',
    'helmet',
    'pino-http',
    'reflect-metadata',
    'rxjs',
  ),
  devDependencies: rangesOf('ctxgen', 'typescript', '@types/node', '@types/express'),
  scripted,
  scripts: nodeScripts,
  files: (setting) => ({
    'ctxgen.config.json': sampleConfig(),
    'src/dto/hello.ts': sampleDto,
    'src/hello.controller.ts': controllerSource,
    'src/health.controller.ts': healthSource,
    'src/bound.ts': boundSource,
    'src/problem.filter.ts': filterSource,
    'src/app.ts': appSource,
    'src/server.ts': serverSource,
    'src/app.test.ts': test,
    'tsconfig.json': tsconfig({
      types: ['node'],
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    }),
    ...nodeFiles(setting, scripted),
  }),
}

const boundSource = `import type { Bindable } from '@ctxgen/runtime'
import { expressInput } from '@ctxgen/runtime/adapters'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'

/** Turns a request into the input of binders. */
const input = expressInput()

/** The DTO that a binder reads of the request: \`@Bound(bindAllHelloDto) hello: HelloDto\`. */
export const Bound = createParamDecorator(
  async (bind: (input: Bindable) => unknown, context: ExecutionContext) => {
    const http = context.switchToHttp()
    return bind(await input(http.getRequest(), http.getResponse()))
  },
)
`

const controllerSource = `import { Controller, Get, Header } from '@nestjs/common'
import { Bound } from './bound.js'
import { bindAllHelloDto, type HelloDto, stringifyHelloAnswer } from './dto/hello.bind.js'

@Controller('hello')
export class HelloController {
  @Get(':name')
  @Header('Content-Type', 'application/json; charset=utf-8')
  hello(@Bound(bindAllHelloDto) { name, times }: HelloDto): string {
    return stringifyHelloAnswer(${sampleValue})
  }
}
`

const healthSource = `import { type BeforeApplicationShutdown, Controller, Get, ServiceUnavailableException } from '@nestjs/common'

@Controller()
export class HealthController implements BeforeApplicationShutdown {
  #isStopping = false

  beforeApplicationShutdown(): void {
    this.#isStopping = true
  }

  @Get('livez')
  live(): string {
    return 'OK'
  }

  @Get('readyz')
  ready(): string {
    if (this.#isStopping) throw new ServiceUnavailableException()
    return 'OK'
  }
}
`

const filterSource = `import { HttpError } from '@ctxgen/runtime'
import { problemOf } from '@ctxgen/runtime/adapters'
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common'
import type { Response } from 'express'

/** Answers errors with problem details (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger(ProblemFilter.name)

  catch(error: unknown, host: ArgumentsHost): void {
    const res = host.switchToHttp().getResponse<Response>()
    const isNest = error instanceof HttpException
    const problem = problemOf(isNest ? new HttpError(error.getStatus(), error.message) : error)
    if (problem.status >= 500) this.#logger.error(error)
    if (res.headersSent) res.destroy()
    else res.status(problem.status).type('application/problem+json').send(JSON.stringify(problem))
  }
}
`

const appSource = `import { randomUUID } from 'node:crypto'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import helmet from 'helmet'
import { pinoHttp } from 'pino-http'
import { HealthController } from './health.controller.js'
import { HelloController } from './hello.controller.js'
import { ProblemFilter } from './problem.filter.js'

@Module({ controllers: [HealthController, HelloController] })
class AppModule {}

export async function createApp(): Promise<NestExpressApplication> {
  // Binders read the body themselves.
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { bodyParser: false })
  app.useGlobalFilters(new ProblemFilter())
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
  // Answers the requests that are under way at SIGTERM, and then ends.
  app.enableShutdownHooks()
  return app
}
`

const serverSource = `import 'reflect-metadata'
import { createApp } from './app.js'

const { HOST: host = 'localhost', PORT: port = '3000' } = process.env
const app = await createApp()
await app.listen(Number(port), host)
console.log(\`Listening on http://\${host}:\${port}\`)
`

const test = sampleTest({
  imports: [`import 'reflect-metadata'`, `import { createApp } from './app.js'`],
  hooks: ['after'],
  setUp: `const app = await createApp()
await app.listen(0, 'localhost')
after(() => app.close())
const url = await app.getUrl()
const ask = (path: string) => fetch(\`\${url}\${path}\`)`,
})
