import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patternCost } from '../../src/check/rules/slow-pattern.ts'
import { regexp, regexpLiteral } from '../../src/emit/text/literal.ts'
import { lexRules } from '../../src/parse/tags/lex-rules.ts'
import { parseParameter, plainParameter } from '../../src/parse/tags/parse-rule-parameter.ts'
import { createGenerator } from '../../src/run/generator.ts'

function wordsOf(text: string): readonly unknown[] {
  return lexRules(text).map(({ words, message }) => {
    const texts = words.map((word) => word.text).join(' or ')
    return message === undefined ? texts : [texts, message]
  })
}

test('rules are split at commas, alternatives at bars', () => {
  assert.equal(wordsOf('required, min=3 ,hexcolor|rgb'), ['required', 'min=3', 'hexcolor or rgb'])
  assert.equal(wordsOf("oneof='a b' c"), ["oneof='a b' c"])
  assert.equal(wordsOf('a,,b'), ['a', '', 'b'])
  assert.equal(wordsOf('a|'), ['a or '])
  assert.equal(wordsOf(''), [''])
})

test('a quoted text after a rule is its message', () => {
  assert.equal(wordsOf('min=3 "at least {param}, please",email'), [
    ['min=3', 'at least {param}, please'],
    'email',
  ])
  assert.equal(wordsOf('a|b "say \\"x\\""'), [['a or b', 'say "x"']])
  assert.equal(wordsOf('contains="'), ['contains="'])
  assert.equal(wordsOf('contains=a "b'), ['contains=a "b'])
})

test('a pattern may contain the separators of rules', () => {
  assert.equal(wordsOf('pattern=/^[a,|/]{1,3}\\/$/i,min=3'), ['pattern=/^[a,|/]{1,3}\\/$/i', 'min=3'])
})

test('every word has its position', () => {
  const text = 'required,  min=3|len=1 "m"'
  const places = lexRules(text).flatMap(({ words }) => words.map(({ start, end }) => text.slice(start, end)))
  assert.equal(places, ['required', 'min=3', 'len=1'])
})

test('sizes of files', () => {
  const bytes = (text: string): unknown => {
    const { parameter, problem } = parseParameter('bytes', text)
    return problem ?? (parameter?.kind === 'bytes' && parameter.bytes)
  }
  assert.equal(['10', '1KB', '2 MB', '1.5MiB', '1gb'].map(bytes), [10, 1024, 2097152, 1572864, 1073741824])
  assert.equal(bytes('2TB'), { reason: 'expected a size such as 500KB or 2MB' })
})

test('patterns become literals that cannot end early', () => {
  for (const [source, flags] of [
    ['a/b', ''],
    ['[/]\\/', 'i'],
    ['\n', ''],
    ['\\\n', ''],
    ['\u2028[\u200e]', ''],
    ['\\\u200e', ''],
    ['😀', 'u'],
    ['', ''],
  ] as const) {
    const text = regexpLiteral(source, flags)
    assert.not.match(text, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    const same = new Function(`return ${text}`)() as RegExp
    for (const probe of ['a/b', '//', '\n', '\u2028\u200e', '\u200e', '😀', '']) {
      assert.is(
        same.test(probe),
        new RegExp(source, flags).test(probe),
        `${text} on ${JSON.stringify(probe)}`,
      )
    }
  }
})

test('patterns too new for some compilers are built from strings', () => {
  assert.is(regexp('^\\p{L}+$', 'u'), '/^\\p{L}+$/u')
  assert.is(regexp('^\\p{Script=Greek}+$', 'u'), "new RegExp('^\\\\p{Script=Greek}+$', 'u')")
  assert.is(regexp('[a--b]', 'v'), "new RegExp('[a--b]', 'v')")
})

function slowPart(source: string, flags = 'u'): string | undefined {
  const cost = patternCost(source, flags)
  return cost.kind === 'exponential' ? cost.part : undefined
}

test('patterns that can take exponential time', () => {
  const slow = [
    '(a+)+',
    '(\\w+\\s?)*$',
    '(a|a)*b',
    '(a|b|ab)*$',
    '(a*)*',
    '(?=(a+)+$)x',
    '(a?){30}',
    '(\\d{1,20}){1,20}',
    '(?:a{2,}b?)+',
    '(?:(a+)\\1)*b',
  ]
  for (const source of slow) assert.ok(slowPart(source) !== undefined, source)
  assert.is(slowPart('^x(a+)+$'), '(a+)+')
  assert.ok(slowPart('([A-Z]|[a-z])+$', 'iu') !== undefined)
  const quick = [
    '^[a-z]+$',
    '^[\\w.]+@[\\w.]+\\.\\w+$',
    '^(?:[a-z0-9]+-)*[a-z0-9]+$',
    '.*a.*b',
    '^"(?:[^"\\\\]|\\\\.)*"$',
    '([A-Z]|[a-z])+$',
    '^[a-z](?:[a-z-]{0,61}[a-z])?(?:\\.[a-z](?:[a-z-]{0,61}[a-z])?)*$',
  ]
  for (const source of quick) assert.is(slowPart(source), undefined, source)
})

/** The exponent of a pattern's time in the length of the text. */
function degreeOf(source: string, flags = 'u'): number {
  const cost = patternCost(source, flags)
  return cost.kind === 'polynomial' ? cost.ways(1_000_000).degree : Number.POSITIVE_INFINITY
}

test('patterns with polynomial time', () => {
  const degrees = {
    '^a*a*a*a*$': 4,
    '^.*,.*,.*,.*x$': 4,
    '[a-z]*[a-z0-9]*[a-z0-9_]*!': 4,
    '^(?:a*b?){8}$': 8,
    '^\\s*(.*?)\\s*$': 3,
    '^[^@]+@[^@]+\\.[^@]+$': 2,
    // Retried at every character.
    '\\s+$': 2,
    '^\\s+|\\s+$': 2,
    '(?=.*\\d).{8,}': 2,
    // A lookaround runs once for each path that leads to it.
    '^a*(?=a*)b': 2,
    '^(.*)\\1$': 2,
    '^\\p{Script=Greek}+\\p{L}*$': 2,
  }
  for (const [source, degree] of Object.entries(degrees)) assert.is(degreeOf(source), degree, source)
  assert.is(degreeOf('^[a-z]+!$', 'mu'), 1)
  assert.is(degreeOf('^\\s+!$', 'mu'), 2)
})

test('common patterns are not slow', () => {
  const common = [
    '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)*\\.[a-zA-Z]{2,}$',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$',
    '^https?:\\/\\/[^\\s\\/$.?#].[^\\s]*$',
    '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^\\+?[1-9]\\d{1,14}$',
    '^#(?:[0-9a-fA-F]{3}){1,2}$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
    '^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$',
    "^[\\p{L}\\p{M}' .-]+$",
    '^(["\']).*\\1$',
    '^[\\w-]+\\.[\\w-]+\\.[\\w-]*$',
    '^data:[^;]+;base64,[A-Za-z0-9+\\/]*={0,2}$',
    '^[1-9]\\d{0,2}(?:,\\d{3})*(?:\\.\\d{2})?$',
    '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
    '^[a-z][a-z0-9_]{2,31}$',
    '^\\S+$',
    '[a-z]',
    '\\d{3}',
    '^a*a*',
  ]
  for (const source of common) {
    const cost = patternCost(source, 'u')
    assert.ok(cost.kind === 'polynomial' && cost.ways(1_000_000).count <= 100, source)
  }
})

test('a slow pattern needs a length limit in an earlier rule', () => {
  const refused = (tags: string, type = 'string'): readonly string[] =>
    found(`/** ${tags} */ a: ${type}`).map((one) => one.slice(-7))
  assert.equal(refused('@validate pattern=/^a*a*$/'), ['CTX4011'])
  assert.equal(refused('@validate max=1000,pattern=/^a*a*$/'), [])
  assert.equal(refused('@validate lt=1000,pattern=/^a*a*$/'), [])
  // It runs before the length rule.
  assert.equal(refused('@validate pattern=/^a*a*$/,max=1000'), ['CTX4011'])
  assert.equal(refused('@validate max=1000|alpha,pattern=/^a*a*$/'), ['CTX4011'])
  assert.equal(refused('@validate max=1000,pattern=/^(a*)*$/'), ['CTX4011'])
  assert.equal(refused('@validate max=250,pattern=/^a*a*a*a*$/'), ['CTX4011'])
  // One body may hold any number of such texts.
  assert.equal(refused('@validate dive,max=1000,pattern=/^a*a*$/', 'string[]'), ['CTX4011'])
  assert.equal(refused('@validate dive,max=100,pattern=/^a*a*$/', 'string[]'), [])
  assert.equal(refused('@validate max=1000,pattern=/^a*a*$/', 'string; b: A[]'), ['CTX4011'])
  // JSON Schema has no order.
  assert.equal(refused('@pattern ^a*a*$ @maxLength 1000'), [])
  assert.equal(refused('@pattern ^a*a*$'), ['CTX4011'])
})

test('patterns are read with the flag u', () => {
  assert.equal(found('/** @pattern ^\\p{L}+$ */ a: string'), [])
  assert.equal(found('/** @pattern ^\\p{Nothing}+$ */ a: string'), ['3:7 CTX4010'])
  assert.equal(found('/** @pattern ^\\-$ */ a: string'), ['3:7 CTX4010'])
  assert.equal(found('/** @validate pattern=/^\\_$/ */ a: string'), ['3:17 CTX4010'])
  assert.equal(found('/** @validate pattern=/^[\\w--x]$/v */ a: string'), [])
  assert.equal(found('/** @validate pattern=/^a/ b */ a: string'), ['3:17 CTX4005'])
  assert.equal(found('/** @pattern /^a/i */ a: string'), ['3:7 CTX4005'])
})

test('a pattern has 0x2C and 0x7C replaced, like every parameter', () => {
  const { parameter } = parseParameter('pattern', plainParameter('/^(a0x7Cb0x2C)$/i'))
  assert.equal(parameter, { kind: 'pattern', source: '^(a|b,)$', flags: 'iu' })
})

test('a format is one of JSON Schema', () => {
  assert.equal(found('/** @format date-time */ a: string; /** @format iri */ b: string'), [])
  assert.equal(found('/** @validate dive,format=uri-reference */ a: string[]'), [])
  assert.equal(found('/** @format colour */ a: string'), ['3:7 CTX4012'])
  assert.equal(found('/** @format url */ a: string'), ['3:7 CTX4012'])
  assert.equal(found('/** @validate format=idn-email */ a: string'), ['3:17 CTX4005'])
  assert.equal(found('/** @format uuid */ a: number'), ['3:7 CTX4006'])
  // The type covers OpenAPI's number formats.
  assert.equal(found('/** @format int32 */ a: number'), ['3:7 CTX4012'])
  assert.equal(found('/** @format double */ a: number; /** @format password */ b: string'), [])
})

/** The diagnostics of a DTO with this member, as `line:column code`. */
function found(member: string, rules?: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-'))
  try {
    writeFileSync(
      join(folder, 'rules.ts'),
      'export const isEven = (value: number): boolean => value % 2 === 0\n',
    )
    writeFileSync(join(folder, 'dto.ts'), `/** @json */\nexport interface A {\n  ${member}\n}\n`)
    const own = rules === undefined ? {} : { rules }
    const { diagnostics } = createGenerator({ inputs: ['dto.ts'], cwd: folder, ...own }).run()
    return diagnostics.map(({ code, span }) => `${span?.line}:${span?.column} ${code}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an error is reported at the rule itself', () => {
  assert.equal(found('/** @validate required,minn=3 */ a: string'), ['3:26 CTX4001'])
  assert.equal(found('/** @validate min=3,email */ a: number'), ['3:23 CTX4006'])
  assert.equal(found('/**\n   * @validate required,\n   *   minn=3\n   */ a: string'), ['4:6 CTX4001'])
  assert.equal(found('/** @validate eqfield=b|eq=1 */ a: string; c: string'), ['3:17 CTX4008'])
  assert.equal(found('/** @validate gt=1 */ a: Date'), ['3:17 CTX4004'])
  assert.equal(found('/** @validate required_if=b 1|min=3 */ a: string; b?: number'), ['3:17 CTX4007'])
  assert.equal(found('/** @validate dive,keys,alpha */ a: string'), ['3:27 CTX4006', '3:22 CTX4007'].sort())
})

test('an impossible parameter is an error', () => {
  assert.equal(found('/** @validate eq=c */ a: "a" | "b"'), ['3:17 CTX4005'])
  assert.equal(found('/** @validate required_if=b x */ a?: string; b: "y" | "z"'), ['3:17 CTX4005'])
  assert.equal(found('/** @validate datetime=YYYY-MM-DD */ a: string'), ['3:17 CTX4005'])
  assert.equal(found('/** @validate datetime=Jan 2 */ a: string'), [])
  assert.equal(found('/** @validate min=1e3,max=1.5E+4 */ a: number'), [])
  assert.equal(found('/** @validate min=1e3 */ a: string'), ['3:17 CTX4005'])
})

test('if all pairs must hold, a property occurs in only one of them', () => {
  const others = 'a?: string; b: string; c: string'
  assert.equal(found(`/** @validate required_if=b x b y */ ${others}`), ['3:17 CTX4005'])
  assert.equal(found(`/** @validate excluded_if=b x c y b z */ ${others}`), ['3:17 CTX4005'])
  assert.equal(found(`/** @validate required_unless=b x b y */ ${others}`), [])
  assert.equal(found(`/** @validate excluded_unless=b x b y */ ${others}`), [])
})

test('a property that may be absent may be nil', () => {
  assert.equal(found('/** @validate required_if=b nil c nil */ a?: string; b?: number; c: Date | null'), [])
  assert.equal(found('/** @validate required_if=b nil */ a?: string; b: number'), ['3:17 CTX4005'])
})

test('a modifier is not a rule by itself', () => {
  assert.equal(found('/** @validate omitempty=1,min=3 */ a: string'), ['3:17 CTX4004'])
  assert.equal(found('/** @validate min=3|omitempty */ a: string'), ['3:23 CTX4007'])
  assert.equal(found('/** @validate |min=3 */ a: string'), ['3:17 CTX4002'])
  assert.equal(found('/** @validate dive,keys,-,endkeys,min=2 */ a: Record<string, string>'), [])
  assert.equal(found('/** @validate dive,keys,-,min=2 */ a: Record<string, string>'), ['3:22 CTX4007'])
})

test('`unique=Field` names properties of a list of objects', () => {
  assert.equal(found('/** @validate unique=b */ a: Record<string, { b: string }>'), ['3:17 CTX4006'])
  assert.equal(found('/** @validate unique=c */ a: A[]'), ['3:17 CTX4008'])
  assert.equal(found('/** @validate unique=b */ a: ({ b: string } | null)[]'), [])
})

test('an alias applies to the types of its name', () => {
  assert.equal(found('/** @minLength 1 */ a: number'), ['3:7 CTX4006'])
  assert.equal(found('/** @minimum 1 */ a: string'), ['3:7 CTX4006'])
  assert.equal(found('/** @maxItems 1 */ a: string'), ['3:7 CTX4006'])
  assert.equal(found('/** @pattern */ a: string'), ['3:7 CTX4003'])
  assert.equal(found('/** @minLength 1 @maxLength 2 */ a: "x" | "yy"; /** @minimum 1e-3 */ b: number'), [])
})

test('rules of the user', () => {
  assert.equal(found('/** @validate isEven */ a: number'), ['3:17 CTX4001'])
  assert.equal(found('/** @validate isEven */ a: number', { isEven: './rules.ts#isEven' }), [])
  assert.throws(() => found('a: number', { isEven: './none.ts#isEven' }), /does not exist/)
  assert.throws(() => found('a: number', { email: './rules.ts#isEven' }), /already/)
  assert.throws(() => found('a: number', { isEven: './rules.ts' }), /a file and a function/)
})

test('patterns with rows of optional parts', () => {
  const ways = (source: string, most = 1_000_000): number => {
    const cost = patternCost(source, 'u')
    return cost.kind === 'polynomial' ? cost.ways(most).count : Number.POSITIVE_INFINITY
  }
  const row = (part: string, count: number): string => `^${part.repeat(count)}c$`
  // The number of ways to choose half of them.
  assert.is(ways(row('(?:a|b)?', 8)), 70)
  assert.ok(ways(row('(?:a|b)?', 28)) >= 40_116_600)
  assert.ok(ways(row('(?:a|a)', 20)) > 500_000)
  assert.ok(ways(`^\\w*${row('(?:a|b)?', 12).slice(1)}`) > 400)
  // A short text has fewer.
  assert.is(ways(row('(?:a|b)?', 28), 1), 28)
  assert.is(ways('^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$'), 1)
  assert.is(ways('^\\d{4}-\\d\\d(?:-\\d\\d(?:T\\d\\d(?::\\d\\d)?Z?)?)?$'), 1)
})

test('patterns with texts in classes of the flag v', () => {
  for (const slow of [
    '^(?:[\\q{ab|a}]|b)+!$',
    '^(?:[\\q{ab}]|[ab])+!$',
    '^(?:[x\\q{a\\||ab}]|[a-b])+$',
    '^(?:\\p{RGI_Emoji})+!$',
  ])
    assert.ok(slowPart(slow, 'v') !== undefined, slow)
  for (const quick of ['^[\\q{abc|d}]+$', '^[\\q{ab|cd}x]+$', '^[[a-z]--\\q{a}]+$', '^\\p{RGI_Emoji}$'])
    assert.is(slowPart(quick, 'v'), undefined, quick)
})

test.run()
