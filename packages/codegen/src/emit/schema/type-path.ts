import type { MemberKinds, TypePath, TypeStep } from '../../model/dto.ts'
import { kindsText, listText, mapText, ofKindText } from '../read/kind-test.ts'
import { type Code, code, List } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** `NonNullable<dto.User['address']>` */
export function pathText({ exported, steps }: TypePath, scope: ModuleScope): Code {
  // A present type needs no second `NonNullable`.
  const needed = steps.filter(({ kind }, i) => kind !== 'present' || steps[i - 1]?.kind !== 'present')
  return needed.reduce((text, step) => stepText(text, step, scope), code`dto.${code.word(exported)}`)
}

function stepText(text: Code, step: TypeStep, scope: ModuleScope): Code {
  switch (step.kind) {
    case 'property':
      return code`${text}[${step.name}]`
    case 'element':
      return code`${text}[${step.index ?? code`number`}]`
    case 'keys':
      return code`keyof ${text}`
    case 'values':
      return code`${text}[keyof ${text}]`
    case 'branch':
      return extractText(text, memberText(step), step.within)
    case 'without':
      return code`Exclude<${code.types([text, memberText(step)])}>`
    case 'having':
      return extractText(text, anyMemberText(step.member, step), step.within)
    case 'lacking':
      return code`Exclude<${code.types([text, code.union(step.members.map((one) => anyMemberText(one, step)))])}>`
    case 'alike':
      return alikeText(text, step, scope)
    case 'map':
      return mapText(text, step.of, scope)
    case 'list':
      return listText(text, step.of, scope)
    case 'ofKind':
      return ofKindText(text, step.of)
    case 'present':
      return code`NonNullable<${code.types([text])}>`
  }
}

function alikeText(text: Code, { members, isOpen }: TypeStep & { kind: 'alike' }, scope: ModuleScope): Code {
  const kinds = code`{ ${new List(members.map(memberKindsText), { joint: ';' })} }`
  return code`${scope.use('Alike')}<${code.types([text, kinds, ...(isOpen ? [code`true`] : [])])}>`
}

function extractText(text: Code, inner: Code, within: string | undefined): Code {
  const part = within === undefined ? inner : code`{ ${code.key(within)}: ${inner} }`
  return code`Extract<${code.types([text, part])}>`
}

function memberText(step: TypeStep & { kind: 'branch' | 'without' }): Code {
  const { member, values } = step
  if (step.kind !== 'branch' || !step.isOptional) return code`{ ${code.key(member)}: ${code.union(values)} }`
  // Under exactOptionalPropertyTypes `undefined` may be a value of its own.
  return code`{ ${code.key(member)}?: ${code.union([...values, code`undefined`])} }`
}

/** A member with any value; `undefined` is none where another object has the member with it. */
function anyMemberText(member: string, { filled }: { readonly filled?: true }): Code {
  return code`{ ${code.key(member)}: ${filled ? code`{} | null` : code`unknown`} }`
}

function memberKindsText({ name, optional, kinds }: MemberKinds): Code {
  return code`${code.key(name)}${optional ? code`?` : code``}: ${kindsText(kinds)}`
}
