// Two windows on examples/board: of one process, and of two that share Redis.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { RedisServer } from '../../stores/servers.ts'

const folder = fileURLToPath(new URL('../../../examples/board/', import.meta.url))
const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

async function startServer(redisPort?: number, port = 0): Promise<{ url: string; child: ChildProcess }> {
  const env = {
    ...process.env,
    PORT: `${port}`,
    ...(redisPort !== undefined && { REDIS_URL: `redis://127.0.0.1:${redisPort}` }),
  }
  const [program = process.execPath, ...args] = (process.env['BOARD_SERVER'] ?? '')
    .split(' ')
    .filter((one) => one !== '')
  const child = spawn(program, args.length > 0 ? args : ['dist/server.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const url = /http:\S+/.exec(String(line))?.[0]
  if (url === undefined) throw new Error(`no server: ${line}`)
  return { url: url.replace('[::]', 'localhost').replace('0.0.0.0', 'localhost'), child }
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '',
  args: ['--no-sandbox'],
})

async function open(url: string, name: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', (error) => {
    console.error(`${name}: ${error}`)
    process.exitCode = 1
  })
  await page.goto(`${url}/?name=${name}`)
  await page.getByText('open', { exact: true }).waitFor()
  return page
}

async function draw(page: Page): Promise<void> {
  const box = await page.locator('canvas').boundingBox()
  if (box === null) throw new Error('no canvas')
  await page.mouse.move(box.x + 50, box.y + 50)
  await page.mouse.down()
  await page.mouse.move(box.x + 250, box.y + 150, { steps: 5 })
  await page.mouse.up()
}

async function hasLines(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => Number(document.querySelector('canvas')?.dataset['lines']) >= n, count)
}

/** @param restart kills the server of the second window, and starts it again */
async function shareBoard(urls: readonly [string, string], restart: () => Promise<void>): Promise<void> {
  const [ann, bob] = [await open(urls[0], 'ann'), await open(urls[1], 'bob')]
  for (const page of [ann, bob]) await page.getByText('ann, bob').waitFor()
  await draw(ann)
  await hasLines(bob, 5)
  await draw(bob)
  await hasLines(ann, 10)
  const later = await open(urls[0], 'cid')
  await hasLines(later, 10)
  await bob.getByText('ann, bob, cid').waitFor()
  await later.close()
  await ann.getByText('ann, bob', { exact: true }).waitFor()
  await restart()
  await bob.getByText('open', { exact: true }).waitFor()
  await ann.getByText('ann, bob', { exact: true }).waitFor()
  await draw(ann)
  await hasLines(bob, 15)
  await ann.getByText('Clear').click()
  await bob.waitForFunction(() => document.querySelector('canvas')?.dataset['lines'] === '0')
  await Promise.all([ann.close(), bob.close()])
}

const alone = await startServer()
await shareBoard([alone.url, alone.url], async () => {})
console.log('board: two windows share it in one process')
alone.child.kill('SIGTERM')

const redis = new RedisServer()
await redis.start()
const [one, two] = [await startServer(redis.port), await startServer(redis.port)]
await shareBoard([one.url, two.url], async () => {
  two.child.kill('SIGKILL')
  await once(two.child, 'exit')
  await startServer(redis.port, Number(new URL(two.url).port))
})
console.log('board: two windows share it over Redis, and one comes back after a crash')
await browser.close()
for (const child of children) child.kill('SIGKILL')
await redis.stop()
process.exit()
