import { inspect } from 'node:util'
import { garageApp } from './app.js'
import { type Trial, trials } from './trials.js'

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
