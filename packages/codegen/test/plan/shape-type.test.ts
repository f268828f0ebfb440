import { hexColorPattern } from '@ctxgen/core/rules/colour-patterns'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ModuleTypes } from '../../src/model/module-types.ts'
import { usualKind } from '../../src/plan/shape/shape-kind.ts'
import { othersType, shapeMembers, textMembers, wholeSchemas } from '../../src/plan/shape/shape-members.ts'
import { parsedModule } from '../support/parsed-module.ts'

test('a shape is plain data: keys of its source, keywords of rules, and names of other types', async () => {
  const module = await parsedModule(`
    interface Owner { name: string }
    /** @json */
    export interface Car {
      /** The plate. @json plate_no @validate min=2,hexcolor */
      plate: string
      /** @default 4 */
      doors: int
      owner?: Owner | null
      colour: 'red' | 'blue'
      [more: string]: unknown
    }`)
  const [car] = module.dtos
  if (car === undefined) throw new Error('no DTO')
  const of = { ...usualKind(car), types: new ModuleTypes(module) }
  const kind = { source: 'json', zero: false, isChecked: true, isOutput: false, isStrict: false }
  const keywords = { minLength: 2, pattern: hexColorPattern, description: 'The plate.' }
  assert.equal(structuredClone(shapeMembers(car, of)), [
    { key: 'plate_no', isRequired: true, type: ['string', keywords] },
    { key: 'doors', isRequired: false, type: ['int', { default: 4 }] },
    { key: 'owner', isRequired: false, type: { anyOf: [{ ref: 'shape', name: 'Owner', kind }, 'null'] } },
    { key: 'colour', isRequired: true, type: { ref: 'literals', values: ['red', 'blue'] } },
  ])
  assert.is(othersType(car, of), 'unknown')
})

test('a shape in text has its property names and options, and rules about presence are schemas', async () => {
  const module = await parsedModule(`
    /** @query */
    export interface Search {
      /** @query ids,csv */
      list: int[]
      /** @validate required_with=list */
      page?: int
    }`)
  const [search] = module.dtos
  if (search === undefined) throw new Error('no DTO')
  const of = { ...usualKind(search), source: 'query', part: 'bound', types: new ModuleTypes(module) } as const
  assert.equal(textMembers(search, of), [
    { key: 'ids', isRequired: false, type: [['int'], { property: 'list', as: 'csv' }] },
    { key: 'page', isRequired: false, type: 'int' },
  ])
  assert.equal(wholeSchemas(search, of), [
    { anyOf: [{ not: { required: ['ids'] } }, { required: ['page'] }] },
  ])
})

test.run()
