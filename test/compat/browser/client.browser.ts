// Clients of random DTOs in Chromium: there as well they are the inverse of binders, and give answers as they were sent.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler, type CompiledClient } from '../../client/client-compiler.ts'
import { compareAnswers } from '../../client/compare-answers.ts'
import { compareClients } from '../../client/compare-clients.ts'
import { pack, unpack } from './packed-values.ts'

interface Place {
  readonly browser: Browser
  readonly compiler: ClientCompiler
}

const test = suite<Place>('clients in Chromium')

test.before(async (place) => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  Object.assign(place, { browser, compiler: new ClientCompiler() })
})

test.after(async ({ browser, compiler }) => {
  compiler.close()
  await browser.close()
})

test('values of every source and format arrive as they are, or their property is named', async (place) => {
  const tally = new Map<'same' | 'refused', number>()
  const size = { seed: 20251, dtos: 40, values: 60 }
  const open = async (compiled: CompiledClient, url: string) =>
    openIn(await place.browser.newPage(), compiled, url)
  assert.is(await compareClients(size, place.compiler, tally, open), undefined)
  const { same = 0, refused = 0 } = Object.fromEntries(tally)
  assert.ok(same >= 1000, `only ${same} values, and ${refused} refused`)
})

test('answers of every format are as they were sent', async (place) => {
  const tally = new Map<'same' | 'refused', number>()
  const size = { seed: 20252, dtos: 40, values: 80 }
  const open = async (compiled: CompiledClient, url: string) =>
    openIn(await place.browser.newPage(), compiled, url)
  assert.is(await compareAnswers(size, place.compiler, tally, open), undefined)
  const { same = 0, refused = 0 } = Object.fromEntries(tally)
  assert.ok(same >= 1000, `only ${same} values, and ${refused} refused`)
})

test.run()

/** The same functions, called in a page of the app's origin. */
async function openIn(page: Page, compiled: CompiledClient, url: string): Promise<CompiledClient> {
  const formats = [...compiled.clients.keys()]
  const script = await bundled(compiled.folder, formats)
  await page.route(`${url}/page`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script type="module">${script}</script>`,
    }),
  )
  await page.goto(`${url}/page`)
  await page.waitForFunction(() => typeof window.callClient === 'function')
  const clients = [...compiled.clients].map(([format, functions]) => {
    const names = Object.keys(functions).filter((name) => typeof functions[name] === 'function')
    const call =
      (name: string) =>
      async (_api: object, ...input: readonly unknown[]) => {
        const packed = await Promise.all(input.map(pack))
        const outcome = await page.evaluate((all) => window.callClient(...all), [
          format,
          name,
          packed,
        ] as const)
        if ('answer' in outcome) return unpack(outcome.answer)
        const { error, status, isTypeError } = outcome
        throw Object.assign(isTypeError ? new TypeError(error) : new Error(error), { status })
      }
    return [format, Object.fromEntries(names.map((name) => [name, call(name)]))] as const
  })
  return { ...compiled, clients: new Map(clients) }
}

async function bundled(folder: string, formats: readonly string[]): Promise<string> {
  const entry = fileURLToPath(new URL('pages/client.ts', import.meta.url))
  const imports = formats.map(
    (format) => `import * as ${format} from ${JSON.stringify(join(folder, `${format}.js`))}`,
  )
  const contents = `${imports.join('\n')}\nimport ${JSON.stringify(entry)}\nwindow.clients = { ${formats.join(', ')} }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
}
