/** Rules and types of the new files, by the names of properties. */
export class Declared {
  readonly #rules = new Map<string, string>()
  readonly #types = new Map<string, string>()

  /** @param texts declarations that a DTO is made of */
  constructor(texts: readonly string[]) {
    const aliases = new Map<string, string>()
    for (const text of texts) {
      const name = /^export type (\w+)/m.exec(text)?.[1]
      if (name !== undefined) aliases.set(name, text)
    }
    for (const text of texts) {
      let comment = ''
      for (const line of text.split('\n')) {
        const [, quoted, plain, type = ''] = /^ {2}(?:'([^']*)'|(\w+))\??: (.*)$/.exec(line) ?? []
        const name = quoted ?? plain
        if (name === undefined) comment += line
        else {
          this.#add(name, comment, type, aliases)
          comment = ''
        }
      }
    }
  }

  #add(name: string, comment: string, type: string, aliases: ReadonlyMap<string, string>): void {
    const named = (type.match(/\w+/g) ?? []).flatMap((word) => aliases.get(word) ?? [])
    this.#rules.set(name, [this.rulesOf(name), comment, ...named].join(' '))
    const behind = named.map((text) => text.slice(text.indexOf(' = ')))
    this.#types.set(name, [this.typesOf(name), type, ...behind].join(' '))
  }

  rulesOf(property: string): string {
    return this.#rules.get(property) ?? ''
  }

  typesOf(property: string): string {
    return this.#types.get(property) ?? ''
  }
}
