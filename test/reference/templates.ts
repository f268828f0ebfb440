/** A template literal type, with a handwritten copy of TypeScript's rule. */
export interface Template {
  readonly type: string
  readonly accepts: (text: string) => boolean
  /** Texts of the type, and some near misses. */
  readonly samples: readonly string[]
}

const isNumber = (text: string): boolean => /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/.test(text)

export const templates: readonly Template[] = [
  {
    type: `\`v\${number}\``,
    accepts: (text) => text.startsWith('v') && isNumber(text.slice(1)),
    samples: ['v1', 'v1.5', 'v-2e+3', 'v007', 'v', 'v.5', 'v1x', 'V1', 'v0x10', 'v 1'],
  },
  {
    type: `\`#\${string}\` | \`none\``,
    accepts: (text) => text.startsWith('#') || text === 'none',
    samples: ['#', '#fff', '##', 'none', 'None', 'fff', '#\n', '#😀'],
  },
  {
    type: `\`\${string}-\${bigint}\``,
    accepts: (text) => {
      const at = text.indexOf('-')
      return at !== -1 && /^-?(0|[1-9][0-9]*)$/.test(text.slice(at + 1))
    },
    samples: ['a-1', '-0', 'a--5', '-1', 'a-b-1', 'a-01', 'a-1.0', 'a-', 'a'],
  },
  {
    type: `\`\${number}.\${number}\``,
    accepts: (text) => {
      const at = text.indexOf('.')
      return at !== -1 && isNumber(text.slice(0, at)) && isNumber(text.slice(at + 1))
    },
    samples: ['1.2', '1.2.3', '1e2.-3', '1.', '.1', '1', '1.2.3.4', '-1.0'],
  },
  {
    type: `\`\${boolean}\` | \`\${string}\${number}\``,
    accepts: (text) => text === 'true' || text === 'false' || (text !== '' && isNumber(text.slice(1))),
    samples: ['true', 'false', 'x1', '11', '-1', 'True', '1', 'xx1', ''],
  },
]
