import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { factsOf } from './facts-of.ts'
import { facts, type OperationFacts, type Shape } from './realworld-facts.ts'

const document = JSON.parse(readFileSync(join(root, 'examples/conduit/openapi.json'), 'utf8'))
const own = factsOf(document, '/api')

/** Differences on purpose, with the number of operations that have them. */
const deviations: readonly (readonly [difference: RegExp, operations: number, reason: string])[] = [
  [/ adds 413$/, 6, 'a body that is too large is refused everywhere'],
  [/ adds 415$/, 6, 'so is an encoding that cannot be undone'],
  [/ lacks 422$/, 10, 'these take nothing that could be invalid'],
  [/^GET \/articles\/{slug} adds 401$/, 1, 'a wrong token is refused there as well'],
  [/ adds 429$/, 2, 'sign-ups and attempts to sign in are limited'],
  [/ adds 503$/, 18, 'what counts attempts or knows users could be away'],
  [/ adds 403$/, 13, 'what knows users may forbid'],
  [/^POST \/articles lacks 409$/, 1, 'a taken slug gets a number'],
  [/^PUT \/user adds 409$/, 1, 'a name may be taken there too'],
]

function differencesOf(call: string, theirs: OperationFacts, ours: OperationFacts): readonly string[] {
  const statuses = new Set([...Object.keys(theirs.answers), ...Object.keys(ours.answers)].map(Number))
  return [
    ...shapeDifferences('parameters', theirs.parameters, ours.parameters),
    ...shapeDifferences('body', theirs.body, ours.body),
    ...[...statuses].flatMap((status) => {
      if (!(status in ours.answers)) return [`lacks ${status}`]
      if (!(status in theirs.answers)) return [`adds ${status}`]
      return shapeDifferences(String(status), theirs.answers[status], ours.answers[status])
    }),
    ...(theirs.needsToken === ours.needsToken ? [] : [`needsToken is ${ours.needsToken}`]),
  ].map((difference) => `${call} ${difference}`)
}

function shapeDifferences(
  place: string,
  theirs: Shape | undefined,
  ours: Shape | undefined,
): readonly string[] {
  const [one, other] = [theirs, ours].map((shape) => JSON.stringify(sorted(shape)) ?? 'nothing')
  return one === other ? [] : [`${place} is ${other}, not ${one}`]
}

function sorted(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(sorted)
  if (typeof shape !== 'object' || shape === null) return shape
  return Object.fromEntries(
    Object.entries(shape)
      .sort()
      .map(([key, one]) => [key, sorted(one)]),
  )
}

test('conduit has the operations of RealWorld and no others', () => {
  assert.equal(Object.keys(own).sort(), Object.keys(facts).sort())
})

test("conduit's document agrees with RealWorld's, apart from these deviations", () => {
  const differences = Object.entries(facts).flatMap(([call, theirs]) => {
    const ours = own[call]
    return ours === undefined ? [] : differencesOf(call, theirs, ours)
  })
  const unexplained = differences.filter((one) => !deviations.some(([difference]) => difference.test(one)))
  assert.equal(unexplained, [])
  for (const [difference, operations, reason] of deviations) {
    assert.is(
      differences.filter((one) => difference.test(one)).length,
      operations,
      `${difference}: ${reason}`,
    )
  }
})

test.run()
