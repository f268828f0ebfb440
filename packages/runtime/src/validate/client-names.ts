import type { Key } from '../error/issue-details.ts'
import type {
  ClientName,
  ClientNames,
  ClientText,
  IssueNames,
  NamedProperty,
  NamesOf,
  NamingSource,
  RuleIssue,
  RuleText,
  Translate,
} from './rule-issue.ts'

/** A property with its client names, as text its own. */
class SentProperty implements NamedProperty {
  readonly property: string
  readonly sent: ClientName

  constructor(property: string, sent: ClientName) {
    this.property = property
    this.sent = sent
  }

  toString(): string {
    return this.property
  }
}

class SentNames implements ClientNames {
  readonly translate: Translate = inClientNames
  readonly #sent: Readonly<Record<string, ClientName>>

  constructor(sent: Readonly<Record<string, ClientName>>) {
    this.#sent = sent
  }

  replaceFirst(path: readonly Key[]): (Key | NamedProperty)[] {
    const [property, ...rest] = path
    const sent =
      typeof property === 'string' && Object.hasOwn(this.#sent, property) ? this.#sent[property] : undefined
    return sent === undefined ? [...path] : [new SentProperty(String(property), sent), ...rest]
  }
}

/** The client names of a type's properties, for those that have one. */
export function clientNames(sent: Readonly<Record<string, ClientName>>): ClientNames {
  return new SentNames(sent)
}

/** A property in a text: of the rule's own object, or `below` the value itself. */
interface NameInText extends NamedProperty {
  readonly below?: true
}

class SentText implements ClientText {
  readonly translate: Translate = inClientNames
  readonly #parts: readonly (string | NameInText)[]

  constructor(parts: readonly (string | NameInText)[]) {
    this.#parts = parts
  }

  toString(): string {
    return this.in(({ property }) => property)
  }

  in(nameOf: (other: NameInText) => string): string {
    return this.#parts.map((part) => (typeof part === 'string' ? part : nameOf(part))).join('')
  }
}

/** `clientText('gtfield=', { property: 'priceFrom', sent: 'price_from' }, '|eq=0')` */
export function clientText(...parts: readonly (string | NameInText)[]): ClientText {
  return new SentText(parts)
}

function inClientNames({ path, inside, rule, param }: RuleIssue, namesOf: NamesOf): IssueNames {
  const keys: Key[] = []
  const used = [namesOf(String(path[0] ?? ''))]
  for (const part of path) {
    const source = used.at(-1)
    const { name, holdsJson } = nameIn(source, part)
    keys.push(name)
    used.push(holdsJson ? 'json' : source)
  }
  const beside = ({ property }: NameInText): NamingSource | undefined =>
    path.length === inside ? namesOf(property) : used[path.length - inside]
  const translated = (text: RuleText | number): string =>
    text instanceof SentText
      ? text.in((other) => String(nameIn(other.below ? used.at(-1) : beside(other), other).name))
      : String(text)
  return { keys, rule: translated(rule.name), param: param === undefined ? undefined : translated(param) }
}

function nameIn(
  source: NamingSource | undefined,
  part: Key | NameInText,
): { readonly name: Key; readonly holdsJson: boolean } {
  if (typeof part !== 'object') return { name: part, holdsJson: false }
  const { property, sent } = part
  if (source === undefined) return { name: property, holdsJson: false }
  const name = (typeof sent === 'string' ? sent : sent[source]) ?? property
  return typeof name === 'string' ? { name, holdsJson: false } : { name: name.holdsJson, holdsJson: true }
}
