import { nearestName } from '@ctxgen/core/nearest-name'
import { rules as builtInRules } from '@ctxgen/core/rules/rules'
import { catalog } from '../../diagnostics/catalog.ts'
import type { Rule, RuleParameter, RuleStep, Rules } from '../../model/rule.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { lexRules, type RuleGroup, type RuleWord } from './lex-rules.ts'
import { parseParameter, plainParameter } from './parse-rule-parameter.ts'
import type { TagRun } from './tag-run.ts'

/** Words that structure the rules but check nothing themselves. */
function isStructural(name: string): boolean {
  return ['omitempty', 'dive', 'keys', 'endkeys', '-'].includes(name)
}

/** The text of a rule tag, with spans. */
interface RuleText {
  readonly text: string
  readonly span: (start: number, end: number) => SourceSpan
}

export const noRules: Rules = { steps: [], keys: undefined, elements: undefined, skipped: false }

/** Parses the text of `@validate`. Reports and omits invalid rules. */
export function parseRules(source: RuleText, run: TagRun): Rules {
  return new RuleParser(source, run).parse()
}

class RuleParser {
  readonly #source: RuleText
  readonly #run: TagRun
  readonly #groups: readonly RuleGroup[]
  #at = 0

  constructor(source: RuleText, run: TagRun) {
    this.#source = source
    this.#run = run
    this.#groups = lexRules(source.text)
  }

  parse(): Rules {
    const rules = this.#list()
    const stray = this.#groups[this.#at]
    if (stray !== undefined) this.#misplaced(stray, 'expected keys before it')
    return rules
  }

  /** The rules up to the end, or to `endkeys`. */
  #list(ofKeys = false): Rules {
    const steps: RuleStep[] = []
    for (; this.#at < this.#groups.length; this.#at++) {
      const group = this.#groups[this.#at] as RuleGroup
      const word = group.words.length === 1 ? group.words[0]?.text : undefined
      if (word === 'endkeys') return { ...noRules, steps }
      if (word === '-') {
        this.#at = ofKeys ? this.#endOfKeys() : this.#groups.length
        return { ...noRules, skipped: true }
      }
      if (word === 'dive') {
        this.#at++
        return { ...noRules, steps, ...this.#dive() }
      }
      if (word === 'keys') this.#skipKeys(group)
      else steps.push(...this.#step(group))
    }
    return { ...noRules, steps }
  }

  /** Parses the rules after `dive`: `keys,…,endkeys` for the keys of a record, then those of the elements. */
  #dive(): Pick<Rules, 'keys' | 'elements'> {
    const group = this.#groups[this.#at]
    if (group?.words[0]?.text !== 'keys') return { keys: undefined, elements: this.#list() }
    this.#at++
    const keys = this.#list(true)
    if (this.#groups[this.#at] === undefined) this.#misplaced(group, 'expected endkeys after it')
    this.#at++
    return { keys, elements: this.#list() }
  }

  #skipKeys(group: RuleGroup): void {
    this.#misplaced(group, 'it must follow dive')
    const end = this.#endOfKeys()
    if (end < this.#groups.length) this.#at = end
  }

  #endOfKeys(): number {
    const isEnd = ({ words }: RuleGroup): boolean => words[0]?.text === 'endkeys'
    const end = this.#groups.findIndex((one, i) => i > this.#at && isEnd(one))
    return end === -1 ? this.#groups.length : end
  }

  #step(group: RuleGroup): readonly RuleStep[] {
    const { message, words } = group
    const [first] = words
    if (words.length === 1 && first?.text === 'omitempty') return [{ kind: 'omitempty' }]
    const rules = words.flatMap((word) => this.#rule(word) ?? [])
    const [rule] = rules
    if (rule === undefined || rules.length < words.length) return []
    if (rules.length === 1) return [{ kind: 'rule', rule, message }]
    return [{ kind: 'either', text: words.map(({ text }) => text).join('|'), rules, message }]
  }

  #rule(word: RuleWord): Rule | undefined {
    const [name = ''] = word.text.split('=', 1)
    const param = word.text === name ? undefined : plainParameter(word.text.slice(name.length + 1))
    const span = this.#source.span(word.start, word.end)
    if (name === '') {
      this.#run.report(catalog.emptyRule, span)
      return undefined
    }
    const right = /\s/.test(name) ? this.#unspaced(word.text) : undefined
    if (right !== undefined) {
      this.#run.report(catalog.unknownRule, span, word.text, right)
      return undefined
    }
    const parameter = this.#parameter(name, param, span)
    return parameter && { name, param, parameter, span }
  }

  /** `min=3` for `min = 3`, `required,min=3` for `required min=3`. */
  #unspaced(text: string): string | undefined {
    const [, spaced = '', param = ''] = /^(\S+)\s+=(.*)$/s.exec(text) ?? []
    if (this.#isKnown(spaced)) return `${spaced}=${param.trimStart()}`
    const words = text.split(/\s+/)
    return words.every((word) => this.#isKnown(word.split('=', 1)[0] ?? '')) ? words.join(',') : undefined
  }

  #isKnown(name: string): boolean {
    return builtInRules.has(name) || this.#run.rules.has(name) || isStructural(name)
  }

  #parameter(name: string, param: string | undefined, span: SourceSpan): RuleParameter | undefined {
    const own = this.#run.rules.get(name)
    if (own !== undefined) return { kind: 'own', text: param, ...own }
    const kind = builtInRules.get(name)
    if (kind === undefined && isStructural(name)) {
      if (param === undefined)
        this.#run.report(catalog.misplacedRule, span, name, 'it cannot be an alternative')
      else this.#run.report(catalog.parameterUnexpected, span, name, param)
      return undefined
    }
    if (kind === undefined) {
      const known = [
        ...builtInRules.keys(),
        ...this.#run.rules.keys(),
        'omitempty',
        'dive',
        'keys',
        'endkeys',
      ]
      this.#run.report(catalog.unknownRule, span, name, nearestName(name, known))
      return undefined
    }
    const { parameter, problem } = parseParameter(kind.parameter, param)
    if (problem === undefined) return parameter
    if (problem === 'missing') this.#run.report(catalog.parameterMissing, span, name)
    else if (problem === 'unexpected') this.#run.report(catalog.parameterUnexpected, span, name, param ?? '')
    else this.#run.report(catalog.badParameter, span, `${name}=${param ?? ''}`, problem.reason)
    return undefined
  }

  #misplaced(group: RuleGroup, reason: string): void {
    const [word] = group.words
    if (word !== undefined)
      this.#run.report(catalog.misplacedRule, this.#source.span(word.start, word.end), word.text, reason)
  }
}
