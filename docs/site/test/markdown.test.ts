import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { anchorOf, changeLinks, summaryOf, titleOf } from '../pages/markdown.ts'
import type { Page } from '../pages/read-pages.ts'
import { sidebarOf } from '../pages/sidebar.ts'

test('links of code are left alone', () => {
  const text =
    '[a](x.md) `[b](x.md)` ``[c](`x.md)``\n\n```md\n[d](x.md)\n```\n\n[e](x.md#y) and [`f`](x.md)\n\n[g]: x.md\n'
  assert.is(
    changeLinks(text, (target) => `to/${target}`),
    '[a](to/x.md) `[b](x.md)` ``[c](`x.md)``\n\n```md\n[d](x.md)\n```\n\n[e](to/x.md#y) and [`f`](to/x.md)\n\n[g]: to/x.md\n',
  )
})

test('anchors are those of GitHub', () => {
  assert.is(anchorOf('CTX1003: error'), 'ctx1003-error')
  assert.is(anchorOf('`--check`'), '--check')
  assert.is(anchorOf('6. Take a file'), '6-take-a-file')
})

test('a page has a title and a summary without marks', () => {
  const text = '# `App`\n\n<!-- x -->\n\nSee [the *page*](x.md), with `code`.\nMore.\n\nNot this.\n'
  assert.is(titleOf(text), 'App')
  assert.is(summaryOf(text), 'See the page, with code. More.')
})

function page(path: string, text: string): Page {
  return { source: `docs/${path}`, path, title: path, summary: '', text }
}

const index = page(
  'docs.md',
  '# Docs\n\n[start](start.md)\n\n## Tasks\n\n| [b](b.md#x) | [a](a.md) |\n| [one](r/one.md) |\n\n## Reference\n\n- [a](a.md#y)\n- [r](r/index.md)\n',
)

test('a page stands in the group whose list names it, else where a table does, else below what links to it', () => {
  const pages = [
    index,
    page('a.md', ''),
    page('b.md', '[c](c.md)'),
    page('c.md', ''),
    page('start.md', '[one](r/one.md)'),
    page('r/index.md', '[one](one.md)'),
    page('r/one.md', ''),
  ]
  const groups = sidebarOf(pages).map(({ title, items }) => [
    title,
    items.map((item) => [item.page.path, item.below.map(({ path }) => path)]),
  ])
  assert.equal(groups, [
    ['Start', [['start.md', []]]],
    ['Tasks', [['b.md', ['c.md']]]],
    [
      'Reference',
      [
        ['a.md', []],
        ['r/index.md', ['r/one.md']],
      ],
    ],
  ])
})

test('a page that nothing leads to ends the build', () => {
  assert.throws(() => sidebarOf([index, page('lost.md', '')]), /leads to no docs\/lost\.md/)
})

test.run()
