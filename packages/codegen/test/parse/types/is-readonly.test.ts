import { join } from 'node:path'
import { ts } from 'ts-morph'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openProject } from '../../../src/parse/project/source-project.ts'
import { isReadonly } from '../../../src/parse/types/is-readonly.ts'
import { inTempFolder } from '../../support/temp-folder.ts'

const given = `
interface User { id: string; readonly name: string; 'a-b': number; 1: boolean }
interface Ids extends Readonly<Record<'a' | 'b', string>> { own: string }
interface Of<T> extends Readonly<Record<'a', T>> { b: T }
interface Copy extends Partial<User> { own: string }
interface Fixed extends Required<Readonly<User>> {}
interface Part extends Omit<Readonly<Record<'a' | 'b', string>> & { c: string }, 'b'> {}
declare class Account { constructor(readonly name: string); get id(): string; get no(): number; set no(to: number) }
interface OfClass extends Pick<Account, 'name' | 'id' | 'no'> {}
`

/** Types with their read-only properties. */
const cases: Readonly<Record<string, readonly string[]>> = {
  User: ['name'],
  'Partial<User>': ['name'],
  'Readonly<User>': ['1', 'a-b', 'id', 'name'],
  'Partial<Readonly<User>>': ['1', 'a-b', 'id', 'name'],
  "Omit<Readonly<User>, 'name' | 1 | 'a-b'>": ['id'],
  '{ -readonly [K in keyof User]: User[K] }': [],
  "Record<'a', string>": [],
  "{ readonly [K in 'a' | 'b']?: K }": ['a', 'b'],
  Ids: ['a', 'b'],
  'Of<string>': ['a'],
  Copy: ['name'],
  Fixed: ['1', 'a-b', 'id', 'name'],
  Part: ['a'],
  OfClass: ['id', 'name'],
  "Of<string> & Readonly<Record<'c', number>>": ['a', 'c'],
  "Readonly<Record<'a', string>> & Record<'a', string>": [],
}

test('read-only properties are found in declared and in mapped types', () =>
  inTempFolder(({ path, write }) => {
    const texts = Object.keys(cases).map((text, i) => `type T${i} = ${text}\n`)
    write({ 'dto.ts': `${given}${texts.join('')}` })
    const { program, checker } = openProject({ paths: [join(path, 'dto.ts')], cwd: path, lib: 'tiny' }, {})
    const aliases = program.getSourceFile(join(path, 'dto.ts'))?.statements.filter(ts.isTypeAliasDeclaration)
    const found = aliases?.map((alias) => {
      const type = checker.getTypeAtLocation(alias.type)
      const names = type.getProperties().filter((one) => isReadonly(one, type, checker))
      return [alias.type.getText(), names.map(({ name }) => name).sort()]
    })
    assert.equal(found, Object.entries(cases))
  }))

test.run()
