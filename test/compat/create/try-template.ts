import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import { type Expected, freePort, tryService } from './service.ts'
import { tryImage } from './try-image.ts'

/** A way from nothing to an answer. */
export interface Path {
  readonly template: string
  readonly manager: 'npm' | 'pnpm' | 'bun'
  /** An empty folder. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** Whether the steps of the Dockerfile are run as well. */
  readonly withImage: boolean
}

const create = {
  npm: ['npm', 'create', 'ctxgen@latest', 'my-api', '--'],
  pnpm: ['pnpm', 'create', 'ctxgen', 'my-api'],
  bun: ['bun', 'create', 'ctxgen', 'my-api'],
}

const answer: Expected = [
  '/hello/Ann?times=2',
  200,
  'application/json',
  '{"greetings":["Hello, Ann!","Hello, Ann!"]}',
]
const error: Expected = [
  '/hello/Ann?times=x',
  400,
  'application/problem+json',
  '"message":"must be a whole number"',
]
const page: readonly Expected[] = [
  ['/docs', 200, 'text/html', 'swagger-ui-bundle.js'],
  ['/docs?file=openapi.json', 200, 'application/json', '"/hello/{name}"'],
]

/** Seconds of the steps that a newcomer waits for. */
export interface Seconds {
  readonly create: number
  /** From the script `dev` to the first answer. */
  readonly dev: number
}

/** Makes a project, runs each of its scripts, and asks its server. @throws Error that names the step */
export async function tryTemplate({ template, manager, folder, env, withImage }: Path): Promise<Seconds> {
  const start = performance.now()
  await runCommand([...create[manager], '--template', template], folder, env)
  const seconds = (performance.now() - start) / 1000
  const cwd = join(folder, 'my-api')
  const tool = template === 'bun' ? 'bun' : manager
  const port = template === 'worker' ? await portOfWorker(cwd) : await freePort()
  const place = { cwd, env: { ...env, PORT: String(port) }, url: `http://localhost:${port}/` }
  const hasPage = template === 'app' || template === 'bun'
  // First, as a newcomer does.
  const dev = await tryService([tool, 'run', 'dev'], place, [answer, error, ...(hasPage ? page : [])])
  for (const script of ['check', 'test', 'build', 'check']) await runCommand([tool, 'run', script], cwd, env)
  await tryService([tool, 'run', 'start'], place, [answer, error])
  if (template === 'worker') {
    await tryService([tool, 'run', 'docs'], { ...place, url: 'http://localhost:4000/' }, page)
  } else if (withImage) await tryImage(cwd, { folder: join(folder, 'image'), env }, [answer, error])
  return { create: seconds, dev }
}

/** wrangler takes its port from its config. */
async function portOfWorker(cwd: string): Promise<number> {
  const port = await freePort()
  const path = join(cwd, 'wrangler.jsonc')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\n}\n$/, `,\n  "dev": { "port": ${port} }\n}\n`))
  return port
}
