import { bigintsOfType } from '../../model/bound-fields.ts'
import type { BodyType } from '../../model/dto.ts'
import type { DecodedSource } from '../../model/source.ts'
import { bodyKind, bodyType, sentBodyKind } from '../../plan/shape/body-type.ts'
import type { ShapeKind } from '../../plan/shape/shape-kind.ts'
import { capitalized, uncapitalized } from '../../plan/words.ts'
import { hasZero } from '../../plan/zero-value.ts'
import { zeroText } from '../read/absent-text.ts'
import { decodedReader } from '../read/decoded.ts'
import { decodedWords } from '../read/decoded-place.ts'
import { type Code, code, type Item } from '../text/code.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import { bodyPlace } from '../type-place.ts'
import { aboutText, exactOptions } from './about-text.ts'
import { lazyText } from './shape-text.ts'
import { namesIn } from './shapes.ts'

/** The constant with the shape and the reader of a whole body in one format. */
export function bodyShape(body: BodyType, format: DecodedSource, scope: ModuleScope): Code {
  const { name, value } = body
  const kind = bodyKind(body, format, scope)
  const { source, zero } = kind
  const word = decodedWords[source] ?? ''
  const read = decodedReader(value.type, { ...bodyPlace(body, scope, word), source, zero }, scope)
  const wanted = `${uncapitalized(name)}${word}Shape`
  const options = optionsOf(body, source, scope)
  return shapeOf(body, { wanted, make: 'valueShape', kind, more: [read], options }, scope)
}

/** {@link bodyShape} for a sent-only body. */
export function sentBodyShape(body: BodyType, scope: ModuleScope): Code {
  const wanted = `sent${capitalized(body.name)}Shape`
  return shapeOf(body, { wanted, make: 'sentValueShape', kind: sentBodyKind, more: [], options: [] }, scope)
}

function optionsOf(body: BodyType, source: DecodedSource, scope: ModuleScope): readonly Code[] {
  const { value, missing } = body
  const isAsked = value.bindings.some(({ required }) => required)
  const hasFallback = missing === 'zero' && !isAsked && hasZero(value.type, 'json', scope)
  return [
    ...(source === 'json' ? exactOptions(bigintsOfType(value.type, scope.module)) : []),
    ...(body.unknown === undefined ? [] : [code`unknown: ${body.unknown}`]),
    ...(hasFallback
      ? [code`zero: (): ${scope.type(body.name)} => ${zeroText(value.type, 'json', scope)}`]
      : []),
  ]
}

interface ShapeParts {
  readonly wanted: string
  readonly make: 'valueShape' | 'sentValueShape'
  readonly kind: ShapeKind
  /** Arguments after the type of the value. */
  readonly more: readonly Code[]
  readonly options: readonly Code[]
}

function shapeOf(
  body: BodyType,
  { wanted, make, kind, more, options }: ShapeParts,
  scope: ModuleScope,
): Code {
  const { name: dto } = body
  return scope.shape(wanted, `body ${dto} ${wanted}`, (name) => {
    const all = [...aboutText(body), ...options]
    const items: Item[] = [dto, lazyText(bodyType(body, kind, scope), namesIn(scope)), ...more]
    if (all.length > 0) items.push(code`{ ${all} }`)
    return code`const ${name} = ${pureMark}${scope.use(make)}(${items})`
  })
}
