/** An element of an XML body, without its attributes, to which no property is bound. */
export interface XmlElement {
  /** The element's own text, with decoded entities. */
  readonly text: string
  /** The children by name, each list in order of arrival. */
  readonly children: ReadonlyMap<string, readonly XmlElement[]>
}

export const noChildren: ReadonlyMap<string, readonly XmlElement[]> = new Map()

/** Replaces an unreadable body after its issue was reported. */
export const emptyElement: XmlElement = { text: '', children: noChildren }
