/** One element of an XML body, without its attributes, which no property is bound to. */
export interface XmlElement {
  /** Its own text, entities decoded. */
  readonly text: string
  /** Its children by name, each name's in order of arrival. */
  readonly children: ReadonlyMap<string, readonly XmlElement[]>
}

const noChildren: ReadonlyMap<string, readonly XmlElement[]> = new Map()

/** An element without content. It stands for a body that cannot be read, too, after the fault is reported. */
export const emptyElement: XmlElement = { text: '', children: noChildren }

/** Gathers the parts of an element. */
export class ElementBuilder {
  text = ''
  #children: Map<string, XmlElement[]> | undefined

  child(name: string, element: XmlElement): void {
    this.#children ??= new Map()
    const held = this.#children.get(name)
    if (held === undefined) this.#children.set(name, [element])
    else held.push(element)
  }

  element(): XmlElement {
    if (this.#children === undefined && this.text === '') return emptyElement
    return { text: this.text, children: this.#children ?? noChildren }
  }
}

/** An element as a value: its text, or an object of its children, of which repeated ones are a list. */
export function plainValue({ text, children }: XmlElement): unknown {
  if (children.size === 0) return text
  const object: Record<string, unknown> = Object.create(null)
  for (const [name, elements] of children) {
    const values = elements.map(plainValue)
    object[name] = values.length === 1 ? values[0] : values
  }
  return object
}

/** The element of a value, as a custom `xmlDecoder` gives it: the inverse of {@link plainValue}. */
export function elementOf(value: unknown): XmlElement {
  if (value === undefined || value === null) return emptyElement
  const builder = new ElementBuilder()
  if (typeof value !== 'object') builder.text = String(value)
  else {
    for (const [name, member] of Object.entries(value)) {
      for (const one of Array.isArray(member) ? member : [member]) builder.child(name, elementOf(one))
    }
  }
  return builder.element()
}
