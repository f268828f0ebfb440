import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { deadLinks } from '../check/links.ts'
import { readPages } from '../pages/read-pages.ts'
import { siteFolder, siteUrl } from '../places.ts'

const pages = readPages()
const textOf = (path: string): string => readFileSync(join(siteFolder, path), 'utf8')

test('each page is there as HTML and as Markdown', () => {
  assert.ok(pages.length > 30)
  for (const { path, text } of pages) {
    assert.is(textOf(path), text)
    assert.ok(existsSync(join(siteFolder, path.replace(/\.md$/, '.html'))), path)
  }
})

test('no link leads nowhere', () => {
  assert.equal(deadLinks(), [])
})

test('llms.txt lists each page, and llms-full.txt has the text of each', () => {
  const list = textOf('llms.txt')
  const all = textOf('llms-full.txt')
  for (const { path, text } of pages) {
    if (!['index.md', 'docs.md'].includes(path)) assert.ok(list.includes(`(${new URL(path, siteUrl)})`), path)
    assert.ok(all.includes(text.trim()), path)
  }
})

test('each page has a policy that allows its own scripts alone', () => {
  for (const { path } of pages) {
    const html = textOf(path.replace(/\.md$/, '.html'))
    assert.match(
      html,
      /<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'sha256-/,
    )
    assert.not.match(html, /script-src[^;]*unsafe/)
  }
})

test('no style sheet asks another site', () => {
  const styles = readdirSync(join(siteFolder, 'assets')).filter((name) => name.endsWith('.css'))
  assert.ok(styles.length > 0)
  for (const name of styles) assert.not.match(textOf(`assets/${name}`), /url\(\s*["']?(?:https?:)?\/\//, name)
})

test.run()
