import 'reflect-metadata'
import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import type { ServerResponse } from 'node:http'
import { HttpError } from '@ctxgen/runtime'
import { problemOf } from '@ctxgen/runtime/adapters'
import {
  type ArgumentsHost,
  BadRequestException,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  HttpException,
  type INestApplication,
  Module,
  Post,
  Query,
  StandardSchemaValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { NewCar, SearchCars } from './dto.bind.js'
import { bodyText, type FixtureCase, fixtureCases, issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

// With the schema in an object of its own, @nestjs/swagger documents the parameters.
const search = { '~standard': SearchCars.query['~standard'] }

@Controller('cars')
export class CarsController {
  @Get()
  find(@Query({ schema: search }) { limit, colours }: SearchCars) {
    return { limit, colours }
  }

  @Post()
  park(@Body({ schema: NewCar }) car: NewCar) {
    return { parked: car.plate }
  }
}

/** Answers with problem details, whether Nest or the runtime has found the issue. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const res = host.switchToHttp().getResponse<ServerResponse>()
    const isNest = error instanceof HttpException
    const problem = problemOf(isNest ? new HttpError(error.getStatus(), error.message) : error)
    const { cause } = isNest ? error : {}
    const body = JSON.stringify(Array.isArray(cause) ? { ...problem, errors: cause } : problem)
    res.writeHead(problem.status, { 'Content-Type': 'application/problem+json' }).end(body)
  }
}

export const pipe = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => {
    const cause = issues.map(({ path = [], message }) => ({ path: path.join('.'), message }))
    return new BadRequestException('The request is not valid', { cause })
  },
})

@Module({ controllers: [CarsController] })
class CarsModule {}

export const check: Check = async () => {
  const app = await NestFactory.create(CarsModule, { logger: false })
  app.useGlobalPipes(pipe)
  app.useGlobalFilters(new ProblemFilter())
  // Compilers for Nest emit the types of parameters, which swagger asks for; esbuild does not.
  for (const name of ['find', 'park'])
    Reflect.defineMetadata('design:paramtypes', [Object], CarsController.prototype, name)
  const document = SwaggerModule.createDocument(app, new DocumentBuilder().build())
  const { get, post } = document.paths['/cars'] ?? {}
  deepStrictEqual(
    get?.parameters?.map((one) => 'name' in one && one.name),
    ['make', 'colours', 'limit'],
  )
  ok(JSON.stringify(post?.requestBody).includes('"plate"'))
  await app.listen(0, '127.0.0.1')
  const url = `${await app.getUrl()}/cars`
  deepStrictEqual(await (await fetch(`${url}?limit=5&colours=red`)).json(), { limit: 5, colours: ['red'] })
  const wrong = await fetch(`${url}?limit=0`)
  strictEqual(wrong.status, 400)
  deepStrictEqual(Reflect.get(Object(await wrong.json()), 'errors'), [
    { path: 'limit', message: 'must be at least 1' },
  ])
  const headers = { 'Content-Type': 'application/json' }
  const made = await fetch(url, { method: 'POST', headers, body: '{"plate":"AB 12","doors":4}' })
  deepStrictEqual(await made.json(), { parked: 'AB 12' })
  strictEqual((await fetch(`${url}/none`)).status, 404)
  await app.close()
}

/** An app with a route for each case, since Nest reads schemas from its decorators. */
async function appOf(source: 'query' | 'json', cases: readonly FixtureCase[]): Promise<INestApplication> {
  const controllers = cases.map(({ schema }, i) => controllerOf(source, schema, i))
  @Module({ controllers })
  class Cases {}
  const app = await NestFactory.create(Cases, { logger: false })
  const exceptionFactory = (issues: readonly StandardSchemaV1.Issue[]): HttpException =>
    new HttpException(issueText(issues), 400)
  app.useGlobalPipes(new StandardSchemaValidationPipe({ exceptionFactory }))
  await app.listen(0, '127.0.0.1')
  return app
}

function controllerOf(source: 'query' | 'json', schema: StandardSchemaV1, index: number): typeof Object {
  class CaseController {
    ask(value: unknown) {
      return { text: valueText(value) }
    }
  }
  const { prototype } = CaseController
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'ask') ?? {}
  const from = source === 'query' ? Query : Body
  const route = source === 'query' ? Get : Post
  from({ schema })(prototype, 'ask', 0)
  route()(prototype, 'ask', descriptor)
  Controller(`case${index}`)(CaseController)
  return CaseController as never
}

export const recipes: readonly Recipe[] = await Promise.all(
  (['query', 'json'] as const).map(async (source): Promise<Recipe> => {
    const cases = await fixtureCases(source)
    const names = cases.map(({ name }) => name)
    const app = await appOf(source, cases)
    const url = await app.getUrl()
    return {
      name: `NestJS @${source === 'query' ? 'Query' : 'Body'}({ schema })`,
      source,
      answer: async ({ name, request }) => {
        const to = `${url}/case${names.indexOf(name)}`
        const headers = { 'Content-Type': 'application/json' }
        const answer =
          source === 'query'
            ? await fetch(`${to}?${request.query ?? ''}`)
            : await fetch(to, { method: 'POST', headers, body: bodyText(request) })
        const { text, message } = (await answer.json()) as { text?: string; message?: string }
        return text ?? message ?? `${answer.status}`
      },
      // Nest removes these keys, and Express takes objects and lists alone.
      differs: ({ request }) =>
        /constructor|__proto__|prototype/.test(JSON.stringify(request)) ||
        (source === 'json' && !/^\s*[[{]/.test(bodyText(request))),
      stop: () => app.close(),
    }
  }),
)
