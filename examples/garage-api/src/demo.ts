import { inspect } from 'node:util'
import { garageApp } from './app.js'

/** A sample request and its purpose. */
interface Trial {
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const json = { 'content-type': 'application/json' }
const session = { cookie: 'theme=dark; session=s3cret' }

const trials: readonly Trial[] = [
  { title: 'absent query values get defaults', method: 'GET', target: '/garages/7/cars' },
  {
    title: 'lists, numbers and a comma-separated value',
    method: 'GET',
    target: '/garages/7/cars?colour=red&colour=blue&max_price=9e3&tags=old,cheap&sort=price',
  },
  {
    title: 'path, query, header, cookie and JSON in one object',
    method: 'POST',
    target: '/garages/7/cars?dryRun=true',
    headers: { ...json, ...session, 'x-request-id': 'r-1' },
    body: '{"plate":"GE 9","doors":4,"colour":"red","owner":{"name":"Ada","birth_date":"1815-12-10T00:00:00Z"}}',
  },
  {
    title: 'the same from a form, with nested keys',
    method: 'POST',
    target: '/garages/7/cars',
    headers: { ...session, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'plate=TI+3&doors=2&owner[name]=Grace&extra_drivers[0][name]=Alan&extra_drivers[1].name=Edsger',
  },
  {
    title: 'every fault at once, each with its source and field',
    method: 'POST',
    target: '/garages/7/cars?dryRun=perhaps',
    headers: json,
    body: '{"plate":5,"doors":300,"owner":{}}',
  },
  { title: 'a wrong path parameter', method: 'GET', target: '/garages/seven/cars' },
  {
    title: 'JSON that is none',
    method: 'POST',
    target: '/garages/7/cars',
    headers: { ...json, ...session },
    body: '{',
  },
  { title: 'an unknown garage', method: 'GET', target: '/garages/8/cars' },
]

const app = garageApp()
const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
for (const trial of trials) await show(trial)
await app.shutdown()

async function show({ title, method, target, headers = {}, body }: Trial): Promise<void> {
  const init = {
    method,
    headers: { accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  }
  const response = await fetch(url + target, init)
  console.log(`\n# ${title}`)
  console.log(`${method} ${target}`)
  for (const [name, value] of Object.entries(headers)) console.log(`${name}: ${value}`)
  if (body !== undefined) console.log(body)
  console.log(`-> ${response.status} ${response.headers.get('content-type')}`)
  console.log(indented(await response.json()))
}

function indented(value: unknown): string {
  return inspect(value, { depth: null, breakLength: 100, compact: 2 }).replace(/^/gm, '   ')
}
