import { boundFields, boundSources } from '../../model/bound-fields.ts'
import type { DtoModule, Field } from '../../model/dto.ts'
import type { Rules } from '../../model/rule.ts'
import type { Source } from '../../model/source.ts'
import { isBodySource } from '../../model/source.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import type { BinderUse } from '../model/operation.ts'
import type { Machine, Site } from './machine.ts'
import { type DtoName, type GeneratedValue, nothing, type Value } from './value.ts'

/** A call of `bindX`, `sendJsonX`, `stringifyX` or `validateX`. */
export function callGenerated(of: GeneratedValue, _args: readonly Value[], site: Site, m: Machine): Value {
  const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
  if ((of.role === 'bind' || of.role === 'send') && !m.flow.useCtx(site.node)) return unknown
  switch (of.role) {
    case 'bind':
      useBinder(of, { source: of.source, isChecked: true }, site, m)
      return unknown
    case 'send':
      sendDto(of, 'application/json', m)
      return nothing
    case 'stringify':
      return { kind: 'text', of }
    default:
      return unknown
  }
}

export function sendDto(of: DtoName, media: string, m: Machine): void {
  const { module, name } = of
  const body = { kind: 'dto', module, name, key: `dto ${module.path} ${name}` } as const
  m.flow.update((draft) => draft.with({ type: media, body }))
}

/** Notes the use of a binder, and its errors. */
export function useBinder(
  of: DtoName,
  { source, isChecked }: { readonly source: string; readonly isChecked: boolean },
  { node }: Site,
  m: Machine,
): void {
  if (source === 'respHeader') return
  const used = wordsOf(source)
  const checks = isChecked && hasRules(of)
  const pattern = m.facts?.pattern ?? ''
  m.facts?.addBinder({ ...of, source: used, isChecked, pattern, span: spanOfNode(node) })
  const fail = (name: 'BindError' | 'ValidationError' | 'HttpError', status: number): void => {
    const error = { name, statuses: [status], message: undefined, node }
    m.flow.mayThrow({ kind: 'object', members: new Map(), error }, node)
  }
  if (mayFailToBind(of, used, pattern)) fail('BindError', 400)
  if (checks) fail('ValidationError', 400)
  if (!readsBody(of, used)) return
  fail('HttpError', 413)
  fail('HttpError', 415)
}

/** A text in the path is always there and can always be read; an optional header is read or absent. */
function mayFailToBind({ module, name }: DtoName, source: BinderUse['source'], pattern: string): boolean {
  const dto = module.dtos.find((one) => one.name === name)
  if (dto === undefined || source === 'body') return true
  const certain = new Set(
    [...pattern.matchAll(/(?<!\\):(\w+)(?:<[^<>]*>)?(?![\w<?])/g)].map(([, key]) => key),
  )
  return (source === 'all' ? boundSources(dto) : [source]).some((one) => {
    if (one !== 'uri' && one !== 'header') return true
    return boundFields(dto, one).some(({ field, binding }) => {
      const isText = field.type.kind === 'scalar' && field.type.scalar === 'string'
      return !isText || !(field.optional || (one === 'uri' && certain.has(binding.key)))
    })
  })
}

function wordsOf(source: string): BinderUse['source'] {
  return (source === 'msgPack' ? 'msgpack' : source) as BinderUse['source']
}

function readsBody({ module, name }: DtoName, source: BinderUse['source']): boolean {
  if (source !== 'all') return source === 'body' || isBodySource(source)
  const dto = module.dtos.find((one) => one.name === name)
  return dto === undefined || boundSources(dto).some((one: Source) => isBodySource(one))
}

/** Whether a value can break a rule. */
function hasRules({ module, name }: DtoName): boolean {
  const dto = [...module.dtos, ...module.objects].find((one) => one.name === name)
  const body = module.bodies.find((one) => one.name === name)
  return fieldsHaveRules(dto?.fields ?? (body === undefined ? [] : [body.value]), module, new Set())
}

function fieldsHaveRules(fields: readonly Field[], module: DtoModule, seen: Set<string>): boolean {
  return fields.some(({ rules, type }) => {
    if (rules?.skipped) return false
    if (rules !== undefined && checksAnything(rules)) return true
    return nestedNames(type).some((name) => {
      if (seen.has(name)) return false
      seen.add(name)
      const nested = [...module.dtos, ...module.objects].find((one) => one.name === name)
      return nested !== undefined && fieldsHaveRules(nested.fields, module, seen)
    })
  })
}

function checksAnything({ steps, keys, elements }: Rules): boolean {
  return (
    steps.some(({ kind }) => kind !== 'omitempty') ||
    [keys, elements].some((one) => one !== undefined && checksAnything(one))
  )
}
