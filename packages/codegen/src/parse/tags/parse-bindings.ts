import { nearestName } from '@ctxgen/core/nearest-name'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Binding } from '../../model/dto.ts'
import { bodySources, type Source, sources } from '../../model/source.ts'
import type { LocatedTag } from './comment-tags.ts'
import { parseSourceTag, type SourceTag } from './parse-source-tag.ts'
import type { TagRun } from './tag-run.ts'

const formats = ['csv', 'pipe', 'ssv', 'json'] as const

/** The bindings of a property or an interface. @param name the default key; '' for an interface */
export function parseBindings(tags: readonly LocatedTag[], name: string, run: TagRun): Binding[] {
  // The usual case.
  if (tags.length === 0) return []
  const bindings = new Map<Source, Binding>()
  for (const tag of tags) {
    const named = sourcesOf(tag, run)
    if (named.length === 0) continue
    const parsed = parseSourceTag(tag.text)
    const options = checkOptions(parsed, tag, run)
    if (parsed.excluded && options[0] !== undefined)
      run.report(
        catalog.optionMisfit,
        tag.span,
        options[0],
        name || 'this',
        `it is excluded from ${tag.name}`,
      )
    // A tag for one source overrides a tag for several.
    for (const source of named) {
      if (named.length > 1 && bindings.has(source)) continue
      bindings.set(source, {
        source,
        key: parsed.key ?? name,
        excluded: parsed.excluded,
        required: options.includes('required'),
        format: formats.find((format) => options.includes(format)),
        span: tag.span,
      })
    }
  }
  return sources.flatMap((source) => bindings.get(source) ?? [])
}

function sourcesOf(tag: LocatedTag, run: TagRun): readonly Source[] {
  if (tag.name === 'body') return bodySources
  if (tag.name === run.names.aliasTag) return ['uri', 'query', 'header', 'cookie', 'form']
  const source = sources.find((one) => one === tag.name)
  if (source === undefined) return []
  return [source]
}

function checkOptions(parsed: SourceTag, tag: LocatedTag, run: TagRun): readonly string[] {
  if (parsed.rest !== '') run.report(catalog.tagText, tag.span, parsed.rest, tag.name)
  const [one, other] = formats.filter((format) => parsed.options.includes(format))
  if (one !== undefined && other !== undefined) run.report(catalog.twoFormats, tag.span, one, other)
  return parsed.options.filter((option) => {
    const known = option === 'required' || formats.some((format) => format === option)
    if (!known)
      run.report(
        catalog.unknownOption,
        tag.span,
        option,
        tag.name,
        nearestName(option, ['required', ...formats]),
      )
    return known
  })
}
