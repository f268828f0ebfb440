import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ParkCar } from '../../examples/garage-api/src/dto/car.bind.ts'
import { SignUp } from '../../fixtures/valid/validate-async/dto.bind.ts'

/** Compiles only for equal types. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Both<I, O> = StandardSchemaV1<I, O> & StandardJSONSchemaV1<I, O>

test('each source has the types of the specification', () => {
  const query: Both<{ dryRun: string }, Pick<ParkCar, 'dryRun'>> = ParkCar.query
  const uri: Both<{ garage: string }, Pick<ParkCar, 'garage'>> = ParkCar.uri
  const whole: Both<unknown, Pick<ParkCar, 'plate' | 'doors' | 'colour' | 'owner' | 'drivers'>> = ParkCar
  const one: Both<string, number> = ParkCar.uri.of('garage')
  const isOutput: Equal<
    StandardSchemaV1.InferOutput<typeof ParkCar.header>,
    Pick<ParkCar, 'requestId'>
  > = true
  const isText: Equal<StandardSchemaV1.InferInput<typeof ParkCar.form>['doors'], string> = true
  const isDateText: Equal<
    NonNullable<StandardSchemaV1.InferInput<typeof ParkCar.json>['owner']['birthDate']>,
    string
  > = true
  assert.equal([isOutput, isText, isDateText], [true, true, true])
  for (const schema of [query, uri, whole, one]) assert.is(schema['~standard'].version, 1)
})

test('asynchronous rules give a promise', async () => {
  const schema: StandardSchemaV1 = SignUp
  const result = SignUp.query['~standard'].validate({ lang: 'en' })
  assert.instance(result, Promise)
  assert.equal(await result, { value: { lang: 'en' } })
  assert.is(schema['~standard'].vendor, 'ctxgen')
})

test('a source without a tag, and a DTO of several text sources, are no schemas', () => {
  // @ts-expect-error: nothing of it is bound from XML
  assert.is(ParkCar.xml, undefined)
  // @ts-expect-error: it has no such route parameter
  assert.throws(() => ParkCar.uri.of('plate')['~standard'], TypeError)
})

test.run()
