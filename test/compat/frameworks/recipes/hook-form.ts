import { deepStrictEqual, strictEqual } from 'node:assert'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { createFormControl } from 'react-hook-form'
import { NewCar } from './dto.bind.js'
import { bodyText, issueText, valueText } from './fixture-cases.ts'
import type { Check, Recipe } from './recipe.ts'

export const { formControl, handleSubmit, setValue, control } = createFormControl({
  defaultValues: { plate: '', doors: 4 },
  resolver: standardSchemaResolver(NewCar.json),
})

export const check: Check = async () => {
  const sent: unknown[] = []
  const issues: unknown[] = []
  const submit = handleSubmit(
    (car) => sent.push(car),
    ({ plate }) => issues.push(plate?.message),
  )
  await submit()
  deepStrictEqual(issues, ['is required'])
  setValue('plate', 'AB 12')
  await submit()
  deepStrictEqual(sent, [{ plate: 'AB 12', doors: 4 }])
  strictEqual(typeof formControl, 'object')
}

export const recipes: readonly Recipe[] = [
  {
    name: 'the resolver of React Hook Form',
    source: 'json',
    // It keeps one issue for a path, and none for the whole value or for these names.
    differs: ({ expected }) => /^: |\n|constructor|__proto__/.test(expected),
    answer: async ({ schema, request }) => {
      const options = { fields: {}, shouldUseNativeValidation: false }
      const { values, errors } = await standardSchemaResolver(schema as never)(
        JSON.parse(bodyText(request)),
        undefined,
        options,
      )
      const issues = issuesIn(errors, [])
      return issues.length === 0 ? valueText(values) : issueText(issues)
    },
  },
]

interface Issue {
  readonly path: readonly string[]
  readonly message: string
}

function issuesIn(errors: object, path: readonly string[]): readonly Issue[] {
  if ('message' in errors && typeof errors.message === 'string') return [{ path, message: errors.message }]
  return Object.entries(errors).flatMap(([key, one]) => issuesIn(Object(one), [...path, key]))
}
