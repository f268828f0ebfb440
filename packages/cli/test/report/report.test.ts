import { join } from 'node:path'
import type { Diagnostic, SourceSpan } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import manifest from '../../package.json' with { type: 'json' }
import type { Host } from '../../src/host.ts'
import { formatDiagnostic } from '../../src/report/format-diagnostic.ts'
import { formatJson } from '../../src/report/format-json.ts'
import { formatSummary } from '../../src/report/format-summary.ts'
import { githubAnnotation } from '../../src/report/github-annotation.ts'
import { paintFor } from '../../src/report/paint.ts'
import { withoutCommands } from '../../src/report/printable.ts'
import { startProgress } from '../../src/report/progress.ts'
import { formatDiff } from '../../src/report/text-diff.ts'
import { brokenDto, dto, inProject, runCli } from '../support/run-cli.ts'

const cwd = '/app'
const plain = paintFor({ color: false }, { colour: false, env: {} })

const noFlags = {
  watch: false,
  check: false,
  clean: false,
  dryRun: false,
  cache: true,
  json: false,
  quiet: false,
  verbose: false,
  color: true,
}

/** Draws an error over `span` (line, column, end line, end column) of a source. */
function draw(
  source: string,
  span: readonly [number, number, number, number],
  more: Partial<Diagnostic> = {},
): string {
  const diagnostic: Diagnostic = {
    code: 'CTX1004',
    severity: 'error',
    message: 'text',
    span: spanOf(span),
    ...more,
  }
  return formatDiagnostic(diagnostic, { cwd, paint: plain, readSource: () => source })
}

function spanOf([line, column, endLine, endColumn]: readonly [number, number, number, number]): SourceSpan {
  return { path: join(cwd, 'src', 'dto', 'a.ts'), line, column, endLine, endColumn }
}

function pageOf(anchor: string): string {
  return `docs: https://github.com/ctxgen/ctxgen/blob/v${manifest.version}/docs/diagnostics.md#${anchor}`
}

test('a diagnostic looks like a compiler’s', () => {
  const source = 'export interface A {\n  page: int // @default abc\n}\n'
  assert.is(
    draw(source, [2, 25, 2, 28], { hint: 'write digits' }),
    [
      'src/dto/a.ts:2:25 - error CTX1004: text',
      '',
      '2 |   page: int // @default abc',
      '  |                         ~~~',
      '',
      'hint: write digits',
      pageOf('ctx1004'),
    ].join('\n'),
  )
})

test('without a span or its source there is no code frame', () => {
  const bare: Diagnostic = { code: 'CTX3001', severity: 'warning', message: 'text', hint: 'do it' }
  const look = { cwd, paint: plain, readSource: () => undefined }
  assert.is(formatDiagnostic(bare, look), `warning CTX3001: text\nhint: do it\n${pageOf('ctx3001')}`)
  assert.is(formatDiagnostic({ ...bare, span: spanOf([1, 2, 1, 3]) }, look).split('\n').length, 3)
  assert.is(draw('one line', [7, 1, 7, 2]), `src/dto/a.ts:7:1 - error CTX1004: text\n${pageOf('ctx1004')}`)
})

test('the marker stands under the span with tabs, CRLF, a byte order mark, wide and combining characters', () => {
  const marked = (source: string, span: readonly [number, number, number, number]): readonly string[] =>
    draw(source, span).split('\n').slice(2, 4)
  assert.equal(marked('\tx: int\r\n\ty: int\r\n', [2, 5, 2, 8]), ['2 |   y: int', '  |      ~~~'])
  assert.equal(marked('\uFEFFabc', [1, 2, 1, 3]), ['1 | abc', '  |  ~'])
  assert.equal(marked('名前: bad', [1, 5, 1, 8]), ['1 | 名前: bad', '  |       ~~~'])
  assert.equal(marked('e\u0301: 名', [1, 5, 1, 6]), ['1 | e\u0301: 名', '  |    ~~'])
  assert.equal(marked('😀 x', [1, 4, 1, 5]), ['1 | 😀 x', '  |    ~'])
  assert.equal(marked('abc', [1, 4, 1, 4]), ['1 | abc', '  |    ~'])
})

test('a span over many lines shows the first and the last', () => {
  const source = Array.from({ length: 12 }, (_, index) => `  line ${index + 1}`).join('\n')
  assert.equal(draw(source, [9, 3, 10, 7]).split('\n').slice(2, -2), [
    ' 9 |   line 9',
    '   |   ~~~~~~',
    '10 |   line 10',
    '   |   ~~~~',
  ])
  const long = draw(source, [1, 3, 12, 7])
  assert.match(long, /^ 1 \|/m)
  assert.match(long, /^ … \|$/m)
  assert.match(long, /^12 \|/m)
  assert.not.match(long, /^ 7 \|/m)
})

test('of a very long line, the part around the span is shown', () => {
  const [code = '', marker = ''] = draw(`${'a'.repeat(5000)}BAD${'b'.repeat(5000)}`, [1, 5001, 1, 5004])
    .split('\n')
    .slice(2, 4)
  assert.ok(code.length < 140)
  assert.is(code.indexOf('BAD'), marker.indexOf('~~~'))
  assert.ok(
    draw('x'.repeat(9000), [1, 1, 1, 9001])
      .split('\n')
      .every((line) => line.length < 140),
  )
})

test('text from sources cannot send terminal control sequences', () => {
  const drawn = draw('a\u001b[31mb\u202ec', [1, 1, 1, 2], { message: 'bad \u001b]0;x\u0007 name\u202e' })
  assert.not.match(drawn, /(?!\n)[\p{Cc}\p{Cf}]/u)
  assert.match(drawn, 'bad \\u{1b}]0;x\\u{7} name\\u{202e}')
})

test('colours on a terminal, unless disabled', () => {
  const isColoured = (color: boolean, host: Pick<Host, 'colour' | 'env'>): boolean =>
    paintFor({ color }, host)('error', 'x') !== 'x'
  assert.ok(isColoured(true, { colour: true, env: {} }))
  assert.ok(isColoured(true, { colour: true, env: { NO_COLOR: '' } }))
  assert.not.ok(isColoured(true, { colour: true, env: { NO_COLOR: '1' } }))
  assert.not.ok(isColoured(false, { colour: true, env: {} }))
  assert.not.ok(isColoured(true, { colour: false, env: {} }))
  assert.ok(isColoured(true, { colour: false, env: { FORCE_COLOR: '1' } }))
  assert.not.ok(isColoured(true, { colour: false, env: { FORCE_COLOR: '0' } }))
  assert.not.ok(isColoured(true, { colour: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }))
})

test('the command colours its output only then', () =>
  inProject({ 'a.ts': brokenDto }, async (project) => {
    const coloured = async (argv: readonly string[], env: Host['env'] = {}): Promise<boolean> =>
      (await runCli(project.path, [...argv, '.'], { colour: true, env })).stderr.includes('\u001b[31merror')
    assert.ok(await coloured([]))
    assert.not.ok(await coloured(['--no-color']))
    assert.not.ok(await coloured([], { NO_COLOR: '1' }))
  }))

test('JSON omits absent members', () => {
  const bare: Diagnostic = { code: 'CTX3001', severity: 'error', message: 'm' }
  const docs = pageOf('ctx3001').slice('docs: '.length)
  assert.equal(JSON.parse(formatJson(bare, cwd)), { ...bare, docs })
  assert.equal(JSON.parse(formatJson({ ...bare, hint: 'h', span: spanOf([1, 2, 3, 4]) }, cwd)), {
    ...bare,
    hint: 'h',
    docs,
    file: 'src/dto/a.ts',
    line: 1,
    column: 2,
    endLine: 3,
    endColumn: 4,
  })
})

test('a diagnostic about a file names it in JSON', () =>
  inProject({ 'src/a.ts': dto('A'), 'src/a.bind.ts': 'export const mine = 1\n' }, async (project) => {
    const { stdout } = await runCli(project.path, ['--json', 'src'])
    const { code, file, line } = JSON.parse(stdout)
    assert.equal({ code, file, line }, { code: 'CTX3001', file: 'src/a.bind.ts', line: undefined })
  }))

test('in GitHub Actions diagnostics also appear as annotations', () =>
  inProject({ 'pkg/src/a.ts': brokenDto, 'pkg/src/b.ts': dto('B') }, async (project) => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: project.path }
    const at = join(project.path, 'pkg')
    const { stdout, stderr } = await runCli(at, ['--check', 'src'], { env })
    assert.match(
      stdout,
      /^::error file=pkg\/src\/a\.ts,line=3,endLine=3,col=\d+,endColumn=\d+,title=ctxgen CTX2004::@default abc of /m,
    )
    assert.match(stdout, /^::error file=pkg\/src\/b\.bind\.ts,title=ctxgen CTX3006::/m)
    assert.match(stderr, /^src\/a\.ts:3:/m)
    assert.not.match((await runCli(at, ['--check', '--json', 'src'], { env })).stdout, '::error')
  }))

test("an annotation's text cannot end it", () => {
  const diagnostic: Diagnostic = {
    code: 'CTX1001',
    severity: 'warning',
    message: 'a\n::stop-commands::x\r100%',
    path: '/app/a,b:c.ts',
  }
  assert.is(
    githubAnnotation(diagnostic, { cwd, env: {} }),
    '::warning file=a%2Cb%3Ac.ts,title=ctxgen CTX1001::a%0A::stop-commands::x\\u{d}100%25',
  )
})

test('no name of a file begins a line or a command of its own', async () => {
  const name = 'b\n::stop-commands::x\u001b[31m##[debug]y'
  const shown = 'b\\n::stop-commands::x\\u{1b}[31m#\\u{23}[debug]y'
  await inProject({ [`${name}/a.ts`]: brokenDto, [`${name}/b.ts`]: dto('B') }, async (project) => {
    const env = { GITHUB_ACTIONS: 'true' }
    for (const argv of [
      [],
      ['--check'],
      ['--dry-run'],
      ['--verbose'],
      ['--json'],
      ['--json', '--dry-run'],
      ['none'],
    ])
      for (const input of ['.', name, `${name}/c.ts`]) {
        const { stdout, stderr } = await runCli(project.path, [...argv, input], { env })
        const lines = `${stdout}${stderr}`.split('\n')
        const ours = /^::(error|warning) file=/
        assert.equal(
          lines.filter((line) => /^\s*::|##\[/.test(line) && !ours.test(line)),
          [],
          argv.join(' '),
        )
        assert.not.ok(lines.some((line) => line.includes('\u001b')))
      }
    const { stdout, stderr } = await runCli(project.path, ['--check', '.'], { env })
    assert.match(stderr, `${shown}/a.ts:3:`)
    assert.match(stdout, `file=${shown.replaceAll(':', '%3A')}/a.ts,`)
  })
})

test('the runner of GitHub Actions finds no command in the text of a source', () =>
  inProject(
    { 'a.bind.ts': '// @generated by ctxgen from a.ts. Do not edit.\n##[error]y\n' },
    async (project) => {
      assert.is(withoutCommands('::a\n \t::b\nc ::d\n'), '\\u{3a}:a\n \t\\u{3a}:b\nc ::d\n')
      project.write({ 'a.ts': dto('A') })
      const { stderr } = await runCli(project.path, ['--check', 'a.ts'], { env: { GITHUB_ACTIONS: 'true' } })
      assert.match(stderr, '\n-#\\u{23}[error]y\n')
    },
  ))

test('a long run shows its progress on a terminal', () => {
  const drawn: string[] = []
  const host = { cwd, env: {}, stdout: () => {}, stderr: (text: string) => void drawn.push(text) }
  const now = performance.now
  let time = 0
  performance.now = () => time
  try {
    const flags = { ...noFlags, inputs: [] }
    for (const colour of [false, true]) {
      const line = startProgress(flags, { ...host, colour })
      for (let done = 0; done < 100; done++, time += 20) line.show({ done, total: 100 })
      line.end()
      if (!colour) assert.equal(drawn, [])
    }
  } finally {
    performance.now = now
  }
  assert.is(drawn[0], '\r\u001b[2KReading 25 of 100')
  assert.is(drawn.at(-1), '\r\u001b[2K')
  assert.ok(drawn.length < 20)
})

test('the summary shows the counts', () => {
  const flags = { ...noFlags, inputs: ['src'] }
  const files = (['written', 'written', 'removed', 'unchanged'] as const).map((outcome, index) => ({
    path: `/app/${index}.bind.ts`,
    sourcePath: `/app/${index}.ts`,
    outcome,
  }))
  const warning: Diagnostic = { code: 'CTX1001', severity: 'warning', message: 'm' }
  const say = (result: Parameters<typeof formatSummary>[0], milliseconds = 84.4): string =>
    formatSummary(result, { flags, milliseconds })
  assert.is(say({ files, diagnostics: [] }), '2 files written, 1 removed, 1 unchanged in 84 ms\n')
  assert.is(
    say({ files: [], diagnostics: [warning, { ...warning, severity: 'error' }] }, 2340),
    '1 error, 1 warning in 2.3 s\n',
  )
  assert.is(say({ files: [], diagnostics: [] }), 'No DTO was found in src.\n')
})

test('a diff is short', () => {
  const file = { path: '/app/a.bind.ts', sourcePath: '/app/a.ts', outcome: 'stale' as const }
  const look = { cwd, paint: plain }
  assert.is(
    formatDiff(
      { ...file, diff: { actual: '1\r\n2\r\n3\r\n4\r\n5\r\n', expected: '1\n2\n3\nfour\n5\n' } },
      look,
    ),
    [
      '--- a.bind.ts (on disk)',
      '+++ a.bind.ts (what a.ts gives now)',
      '@@ -2,4 +2,4 @@',
      ' 2',
      ' 3',
      '-4',
      '+four',
      ' 5',
      '',
    ].join('\n'),
  )
  const long = formatDiff({ ...file, diff: { actual: '', expected: 'x\n'.repeat(100) } }, look)
  assert.is(long.split('\n').length, 2 + 20 + 1 + 1)
  assert.match(long, /^… and 81 more lines$/m)
})

test.run()
