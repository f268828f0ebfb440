import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from '@ctxgen/codegen'
import {
  App,
  type AppConfig,
  BindError,
  type Ctx,
  type FailedRequest,
  ValidationError,
  type ValidationIssue,
} from '@ctxgen/runtime'
import { add, askRule, asyncValidator, type PendingIssues, quotedRule } from '@ctxgen/runtime/codegenv1'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bindJsonSignUp,
  bindQuerySignUp,
  SignUp,
  validateSignUpAsync,
} from '../../fixtures/valid/validate-async/dto.bind.ts'
import { untyped } from '../../packages/runtime/test/support/untyped-handler.ts'
import { bindInput } from '../support/bind-input.ts'
import { root } from '../support/fixture-folders.ts'
import { compileErrors } from '../support/strict-compile.ts'

const right: SignUp = {
  lang: 'de',
  name: 'user-1',
  mail: '',
  tags: [],
  labels: {},
  home: { zip: '12345' },
  teams: [],
}

/** Posts a body to an app with one handler. */
async function post(
  handler: (c: Ctx) => unknown,
  body: unknown,
  config: AppConfig = {},
  type = 'application/json',
): Promise<Response> {
  const app = new App(config)
  app.registerCustomBinder({
    name: 'own',
    mimeTypes: ['application/x-own'],
    parse: (_c, out) => void Object.assign(out, body),
  })
  app.post('/', untyped(handler))
  return app.test('/?lang=de', {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
}

async function errorOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  return undefined
}

test('c.bind() returns a promise, typed as one', async () => {
  const handler = async (c: Ctx): Promise<unknown> => {
    const pending: Promise<SignUp> = c.bind().all(SignUp)
    const { name } = await pending
    return c.sendString(name)
  }
  assert.is(await (await post(handler, right)).text(), 'user-1')
  const refused = await post(handler, { ...right, name: 'taken' })
  assert.is(refused.status, 400)
  const { errors } = (await refused.json()) as { errors: unknown }
  const entry = { source: 'body', path: 'name', pointer: '#/name', code: 'rule', rule: 'isFree' }
  assert.equal(errors, [{ ...entry, message: 'is taken' }])
})

test('a rejected rule is an unexpected error, not an issue', async () => {
  const failures: unknown[] = []
  const onError = (error: unknown, _request: FailedRequest): void => void failures.push(error)
  const response = await post((c) => c.bind().body(SignUp), { ...right, name: 'broken' }, { onError })
  assert.is(response.status, 500)
  assert.match(String(failures[0]), 'the database is down')
  const several = await errorOf(() => validateSignUpAsync({ ...right, name: 'broken', tags: ['broken'] }))
  assert.instance(several, AggregateError)
})

test('rules of different values run concurrently, those of one value do not', async () => {
  const running = new Set<string>()
  const seen: string[] = []
  const rule = (name: string) => async (): Promise<boolean> => {
    running.add(name)
    await new Promise((resolve) => setTimeout(resolve, 1))
    seen.push([...running].sort().join(' '))
    running.delete(name)
    return true
  }
  const check = (names: readonly string[], issues: PendingIssues): void => {
    for (const name of names) {
      issues.later(name, async (given, _, context) => {
        await askRule(rule(`${given}1`), 1, undefined, context)
        await askRule(rule(`${given}2`), 1, undefined, context)
      })
    }
  }
  assert.equal(await asyncValidator(check)(['a', 'b']), [])
  assert.is(seen[0], 'a1 b1')
  assert.not.ok(seen.some((names) => /a1.*a2|b1.*b2/.test(names)))
})

/** Validates this many values by a rule that settles with `answer`. */
function asks(values: number, answer: (i: number) => Promise<boolean>): Promise<ValidationIssue[]> {
  const check = (_: null, issues: PendingIssues): void => {
    for (let i = 0; i < values; i++) {
      issues.later(i, async (_given, later) => {
        if (!(await answer(i))) add(later, ['a', i], quotedRule('own', 'no'))
      })
    }
  }
  return asyncValidator(check)(null)
}

test('at most 256 values are validated at a time, and issues keep their order', async () => {
  let running = 0
  let most = 0
  const issues = await asks(2000, async (i) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, i % 7))
    running--
    return i % 3 > 0
  })
  assert.is(most, 256)
  assert.equal(
    issues.map(({ path }) => path),
    Array.from({ length: 667 }, (_, i) => `a.${i * 3}`),
  )
})

test('validation stops after ten thousand values, or when a rule rejects', async () => {
  let asked = 0
  const valid = async (): Promise<boolean> => ++asked > 0
  assert.equal(await asks(10_000, valid), [])
  asked = 0
  const { source: _, ...issue } = (await asks(10_001, valid)).at(-1) ?? { source: undefined }
  assert.equal(issue, {
    path: '',
    code: 'limit',
    values: { max: 10_000 },
    message: 'has more than 10000 values to look up',
    rule: 'lookups',
    property: '',
  })
  assert.is(asked, 10_000)

  asked = 0
  const error = await errorOf(() =>
    asks(100_000, async (i) => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (i === 300) throw new Error('the database is down')
      return true
    }),
  )
  assert.match(String(error), 'the database is down')
  assert.ok(asked < 1000, String(asked))
})

test('a rule that throws at once waits for the pending ones', async () => {
  let isAnswered = false
  const error = await errorOf(() =>
    asks(2, (i) => {
      if (i === 1) throw new Error('no rule')
      return new Promise((resolve) => setTimeout(resolve, 5)).then(() => {
        isAnswered = true
        return true
      })
    }),
  )
  assert.match(String(error), 'no rule')
  assert.ok(isAnswered)
})

test('a rule sees the signal and locals of its request, or the given context', async () => {
  const aborted = AbortSignal.abort()
  const issues = await validateSignUpAsync(right, { signal: aborted, value: () => undefined })
  assert.equal(
    issues.map(({ rule }) => rule),
    ['isKnown'],
  )
})

test('skipValidation and null run no rule, and still return promises', async () => {
  const wrong = { ...right, name: 'taken' }
  const skip = async (c: Ctx): Promise<unknown> => {
    const pending = c.bind().skipValidation(true).body(SignUp)
    assert.instance(pending, Promise)
    return c.sendString((await pending).name)
  }
  assert.is(await (await post(skip, wrong)).text(), 'taken')
  assert.is(await (await post(skip, wrong, {}, 'application/x-own')).text(), 'taken')
  const bind = async (c: Ctx): Promise<unknown> => c.sendString((await c.bind().body(SignUp)).name)
  assert.is(await (await post(bind, wrong, { structValidator: null })).text(), 'taken')
})

test('a structValidator runs alone and is awaited', async () => {
  const structValidator = {
    validate: async (_out: object, { name }: { readonly name: string }): Promise<void> => {
      await Promise.resolve()
      throw new ValidationError([{ path: name, property: name, rule: 'own', message: 'is wrong' }])
    },
  }
  const response = await post((c) => c.bind().body(SignUp), { ...right, name: 'taken' }, { structValidator })
  const { errors } = (await response.json()) as { errors: readonly { rule: string }[] }
  assert.equal(
    errors.map(({ rule }) => rule),
    ['own'],
  )
})

test('a custom binder is validated too', async () => {
  const response = await post(
    (c) => c.bind().body(SignUp),
    { ...right, name: 'taken' },
    {},
    'application/x-own',
  )
  assert.is(response.status, 400)
})

test('a bind issue rejects, and is an HttpError under automatic handling', async () => {
  const seen: unknown[] = []
  const handler = async (c: Ctx): Promise<void> => {
    seen.push(await errorOf(() => c.bind().body(SignUp)))
    seen.push(await errorOf(() => c.bind().withAutoHandling().body(SignUp)))
    c.sendStatus(204)
  }
  await post(handler, { ...right, name: 1 })
  assert.instance(seen[0], BindError)
  assert.is((seen[1] as { status: number }).status, 400)
})

test('Standard Schema returns a promise', async () => {
  const { validate } = SignUp['~standard']
  assert.equal(await validate({ ...right, name: 'taken' }), {
    issues: [{ message: 'is taken', path: ['name'], code: 'rule', rule: 'isFree', isOwn: true }],
  })
  assert.equal((await validate({ ...right, name: 1 })).issues?.length, 1)
  assert.is((await validate(right)).issues, undefined)
})

test('no synchronous name bypasses the rules', async () => {
  const generated: Readonly<Record<string, unknown>> = await import(
    '../../fixtures/valid/validate-async/dto.bind.ts'
  )
  assert.is(generated['validateSignUp'], undefined)
  assert.not.ok('validate' in SignUp)
})

test('an undeclared promise, and a declaration without a promise, do not compile', async () => {
  const names = ['late', 'early', 'other', 'needs', 'lateToo']
  const folder = mkdtempSync(join(root, 'fixtures/.async-'))
  try {
    const files = {
      'rules.ts': `export const late = (value: string): Promise<boolean> => Promise.resolve(value !== '')
export const early = (value: string): boolean => value !== ''
export const other = (value: number): Promise<boolean> => Promise.resolve(value > 0)
export const needs = (value: string, param: string): Promise<boolean> => Promise.resolve(value === param)
`,
      'dto.ts': names
        .map((name) => `/** @json */ export interface A${name} { /** @validate ${name} */ a: string }\n`)
        .join(''),
      'use.ts': `import type { Ctx } from '@ctxgen/runtime'
import * as binders from './dto.bind.js'
export function use(c: Ctx): void {
${names.map((name) => `  void c.bind().json(binders.A${name})\n`).join('')}}
`,
      'tsconfig.json': '{ "extends": "../tsconfig.json", "include": [], "files": ["use.ts"] }',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const asynchronous = (name: string) => ({ from: `./rules.ts#${name}`, async: true })
    const rules = {
      late: './rules.ts#late',
      early: asynchronous('early'),
      other: asynchronous('other'),
      needs: asynchronous('needs'),
      lateToo: asynchronous('late'),
    }
    const { diagnostics } = await generate({ inputs: ['dto.ts'], cwd: folder, rules })
    assert.equal(diagnostics, [])
    const errors = (await compileErrors(join(folder, 'tsconfig.json'))).join('\n')
    const refused = [...errors.matchAll(/^\S+use\.ts\((\d+).*The rule (\w+) of a does not fit/gm)]
    assert.equal(
      refused.map(([, line, name]) => (name === names[Number(line) - 4] ? name : line)),
      ['late', 'early', 'other', 'needs'],
      errors,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Binds without awaiting, in every possible way; the key is the call's name in the error. */
const forgetful: Readonly<Record<string, (c: Ctx) => unknown>> = {
  'bind().json(SignUp)': (c) => c.bind().json(SignUp),
  'bind().body(SignUp)': (c) => c.bind().withAutoHandling().body(SignUp),
  'bind().all(SignUp)': (c) => c.bind().skipValidation(true).all(SignUp),
  'bind().query(SignUp)': (c) => c.bind().query(SignUp),
  'bindJsonSignUp(c)': (c) => bindJsonSignUp(c),
  'bindAllSignUp(c)': (c) => SignUp.all(c),
}

test('an unawaited bind is a 500 that names the call, whether or not the value is valid', async () => {
  for (const [call, bind] of Object.entries(forgetful)) {
    for (const [body, type] of [
      [right, 'application/json'],
      [{}, 'application/json'],
      [{ ...right, name: 'taken' }, 'application/json'],
    ] as const) {
      const told: unknown[] = []
      const answer = await post(
        (c) => {
          void bind(c)
          c.sendString('created')
        },
        body,
        { onError: (error) => told.push(error) },
        type,
      )
      assert.is(answer.status, 500, call)
      assert.equal(told.map(String), [
        `Error: ${call} was not awaited: a handler awaits the promise or returns it`,
      ])
    }
  }
})

test('an unawaited bind cannot be sent as a response', async () => {
  for (const bind of Object.values(forgetful)) {
    for (const body of [right, {}]) {
      const told: unknown[] = []
      // A call that the compiler refuses.
      const handler = (c: Ctx): unknown => Reflect.apply(c.json, c, [bind(c)])
      const answer = await post(handler, body, { onError: (error) => told.push(error) })
      assert.is(answer.status, 500)
      assert.equal(told.map(String), ['TypeError: json() was given a promise: await it first'])
    }
  }
})

test('a binder filled by a custom binder is awaited like others', async () => {
  const told: unknown[] = []
  const handler = (c: Ctx): void => void c.bind().body(SignUp)
  const answer = await post(handler, right, { onError: (error) => told.push(error) }, 'application/x-own')
  assert.is(answer.status, 500)
  assert.match(told.join(), /^Error: bind\(\)\.body\(SignUp\) was not awaited/)
})

test('an unawaited binder without an App reports to the console and does not end the process', async () => {
  const { error } = console
  const shown: unknown[] = []
  console.error = (...words) => shown.push(words[0])
  try {
    void bindJsonSignUp(bindInput({ contentType: 'application/json', body: '{}' }))
    const late = bindQuerySignUp(bindInput({ query: 'lang=de' }))
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal(await late, { lang: 'de' })
    assert.equal(shown, ['bindJsonSignUp(c) failed without being awaited:'])
  } finally {
    console.error = error
  }
})

test.run()
