import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { inTempProject, type TempProject } from '../../support/temp-project.ts'
import { inChromium, listed, watchFailures } from './page.ts'
import { root } from './tools.ts'

const app = (more = ''): string => `import { App } from '@ctxgen/runtime'

export const app = new App()
app.get('/cars', (c) => c.json({ cars: [1] }))
${more}`

/** The failures of the page of `ctxgen openapi --serve`, which is loaded once, while a handler is edited. */
export async function seeLivePage(): Promise<string> {
  let finding = 'the test broke off'
  await inTempProject(async (project) => {
    project.write({ 'src/app.ts': app() })
    const bin = join(root, 'packages/cli/bin/ctxgen.js')
    const serve = spawn(process.execPath, [bin, 'openapi', 'src/app.ts', '--serve', '0'], {
      cwd: project.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      const url = await addressOf(serve)
      finding = await inChromium((tab) => edit(tab, url, project))
    } finally {
      serve.kill('SIGINT')
    }
  })
  return finding
}

async function edit(tab: Page, url: string, project: TempProject): Promise<string> {
  const failures = watchFailures(tab, new URL(url).origin)
  let loads = 0
  tab.on('load', () => loads++)
  await tab.goto(url)
  const seen: string[] = []
  const states = [
    app("app.post('/cars', (c) => c.sendStatus(201))\n"),
    app("app.get('/\n"),
    app("app.get('/vans', (c) => c.sendStatus(204))\n"),
  ]
  const expected = ['POST /cars', undefined, 'GET /vans']
  await tab.waitForSelector('[data-path="/cars"]')
  for (const [i, text] of states.entries()) {
    project.write({ 'src/app.ts': text })
    const wanted = expected[i]
    // Broken code changes nothing on the page; the next state comes after it.
    if (wanted === undefined) {
      await tab.waitForTimeout(1000)
      continue
    }
    const [method = '', path] = wanted.split(' ')
    await tab.waitForSelector(`.opblock-${method.toLowerCase()} [data-path="${path}"]`)
    seen.push((await listed(tab)).join(', '))
  }
  const right = ['GET /cars, POST /cars', 'GET /cars, GET /vans']
  const wrong = seen.filter((one, i) => one !== right[i]).map((one) => `the page shows ${one}`)
  return [...failures, ...wrong, ...(loads === 1 ? [] : [`the page was loaded ${loads} times`])].join('\n')
}

/** The address that the command prints. */
function addressOf(serve: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [serve.stdout, serve.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [url] = /http:\S+\/docs/.exec(output) ?? []
        if (url !== undefined) resolve(url)
      })
    }
    serve.once('close', () => reject(new Error(`--serve ended:\n${output}`)))
  })
}
