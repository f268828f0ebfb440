import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lexTags } from '../../../src/parse/tags/lex-tags.ts'
import { TagNames } from '../../../src/parse/tags/tag-names.ts'

/** The intended tags of a misspelt comment. */
function meant(comment: string): readonly string[] {
  return lexTags(comment, 0, new TagNames(undefined)).tags.flatMap(({ slip }) => slip?.meant ?? [])
}

const slips: readonly (readonly [comment: string, meant: string])[] = [
  ['@qurey', '@query'],
  ['@Query page', '@query'],
  ['@formm', '@form'],
  ['@bindingsource uri', '@bindingSource'],
  ['@resp_header X-A', '@respHeader'],
  ['@Validate min=3', '@validate'],
  ['@validat min=3', '@validate'],
  ['@validations min=3', '@validate'],
  ['@validate: min=3', '@validate'],
  ['@minLength: 3', '@minLength'],
  ['@min-length 3', '@minLength'],
  ['@validate(min=3)', '@validate'],
  ['@validate(min=3, max=5) @query', '@validate'],
  ['@validate{max=9}', '@validate'],
  ['@minimum=3', '@minimum'],
  ['@default[a]', '@default'],
  ['@default"a"', '@default'],
  ['@query|page', '@query'],
  ['@query<page>', '@query'],
  ['@validate,min=3', '@validate'],
  ['@query;page', '@query'],
  ['@query@validate min=3', '@query'],
  ['@type(int8)', '@type'],
  ['{@validate min=3}', '@validate without braces'],
  ['{@query}', '@query without braces'],
  ['@json, @form', '@json'],
  ['@json/@form', '@json'],
  ['@json. @form', '@json'],
  ['@patern ^a', '@pattern'],
  ['@regex ^a', '@pattern'],
  ['@min 3', '@validate min=3'],
  ['@min: 3', '@validate min=3'],
  ['@Min(3)', '@validate min=3'],
  ['@min', '@validate min=…'],
  ['@length 3', '@validate len=3'],
  ['@uuid', '@validate uuid'],
  ['@IsUUID()', '@validate uuid'],
  ['@required true', '@validate required'],
  ['@IsNotEmpty()', '@validate required'],
  ['@ArrayMaxSize(10)', '@validate max=10'],
  ['@IsOptional()', 'a ? after the name'],
  ['@isInt', "the property's type"],
]

for (const [comment, expected] of slips) {
  test(comment, () => assert.equal(meant(`/** Words. ${comment} */`), [expected]))
}

const quiet = [
  ...`see param remarks public ts-ignore ts-expect-error jest vitest-environment jsx jsxImportSource deprecated example
  examples title summary tag hidden security route answer openapi swagger asyncapi internal alpha beta
  packageDocumentation group category template typeParam throws constructor enum const nullable Entity Column
  TJS-type TJS-additionalProperties prettier eslint-disable flow license preserve cc_on generated codegen graphql key
  operationId params isFoo nocollapse suppress export record dict extension ignore privateRemarks decorator event
  fileoverview readonly virtual sealed override eventProperty label defaultValue default`.split(/\s+/),
  'type {string}',
  'type{string}',
  "query's order",
  'query.',
  'query"',
  'url https://example.org/docs',
  'email of the owner',
  'min of both values',
  'required when the other is absent',
  'types/node',
  'query, and the like',
  'example\n * @Query()\n * @IsEmail()',
  'example\n * @min 3',
]

for (const tag of quiet) {
  test(`@${tag} is quiet`, () => assert.equal(meant(`/**\n * Words.\n * @${tag}\n */`), []))
}

test('a decorator in a sentence is not a tag', () => {
  assert.equal(meant('/** Maps without the @Type decorator. */'), [])
  assert.equal(meant('/** Maps without @types/node */'), [])
  assert.equal(meant('/** `@Query` and {@link Query} */'), [])
})

test.run()
