import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { MemberPlan } from '../../src/client/plan/client-plan.ts'
import { ValuePlans } from '../../src/client/plan/value-plans.ts'
import type { DtoModule } from '../../src/model/dto.ts'
import { parsedModule } from '../support/parsed-module.ts'

test('the sample of a text passes its rules', async () => {
  const module = await parsedModule(`/** @response */
export interface Account {
  /** @validate required,email */ mail: string
  /** @validate dive,uuid4 */ keys: string[]
  /** @validate datetime=2006-01-02 */ day: string
  /** @format ipv6 */ host: string
  /** @validate min=3 */ name: string
}
`)
  const members = membersOf(module)
  assert.equal(Object.fromEntries(members.map(({ name, example }) => [name, example])), {
    mail: 'ann@example.org',
    keys: '625e63f3-58f5-40b7-83a1-a72ad31acffb',
    day: '2026-11-23',
    host: '2001:db8::1',
    name: undefined,
  })
})

test('the sample of a template literal type is one of its texts', async () => {
  const module = await parsedModule(`/** @response */
export interface Forms {
  whole: \`v\${bigint}\`
  digits: \`\${number}1\${string}\`
  two: \`\${number}12\${bigint}\` | 'none'
}
`)
  const samples = membersOf(module).map(({ value }) => (value.kind === 'leaf' ? value.sample : value.kind))
  assert.equal(samples, ["'v1'", "'212'", "'1121'"])
})

function membersOf(module: DtoModule): readonly MemberPlan[] {
  const [dto] = module.dtos
  if (dto === undefined) throw new Error('no DTO')
  const place = { isExact: false, isZero: false, isSplitting: false }
  const plan = new ValuePlans().sent(dto, { module, role: 'answer', source: 'json', ...place })
  if (plan.kind !== 'shape') throw new Error(`a plan of ${plan.kind}`)
  return plan.shape.members
}

test.run()
