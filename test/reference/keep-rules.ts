/** Whether a present value keeps a rule; of alternatives, one of them. */
export function keeps(rule: string, parameter: string, value: unknown): boolean {
  if (rule.includes('|')) {
    return rule.split('|').some((one) => {
      const [name = '', wanted = ''] = one.split('=')
      return keeps(name, wanted, value)
    })
  }
  switch (rule) {
    case 'unique':
      return areUnique(Array.isArray(value) ? value : Object.values(Object(value)))
    case 'multipleOf':
      return (
        Number(typeof value === 'bigint' ? value % BigInt(parameter) : Number(value) % Number(parameter)) ===
        0
      )
    case 'number':
      return /^[0-9]+$/.test(String(value))
    case 'alphanum':
      return /^[a-zA-Z0-9]+$/.test(String(value))
    case 'alphaspace':
      return /^[a-zA-Z ]+$/.test(String(value))
    case 'lowercase':
      return value !== '' && String(value).toLowerCase() === value
    case 'uppercase':
      return value !== '' && [...String(value)].every((one) => capitalOf(one) === one)
    case 'boolean':
      return /^([1tT0fF]|TRUE|true|True|FALSE|false|False)$/.test(String(value))
    case 'hexadecimal':
      return /^(0[xX])?[0-9a-fA-F]+$/.test(String(value))
    case 'ascii':
      return [...String(value)].every((character) => character < '\x80')
    case 'containsany':
      return [...String(value)].some((character) => parameter.includes(character))
    case 'excludes':
      return !String(value).includes(parameter)
    case 'endswith':
      return String(value).endsWith(parameter)
    case 'startsnotwith':
      return !String(value).startsWith(parameter)
    case 'endsnotwith':
      return !String(value).endsWith(parameter)
    case 'oneof':
      return parameter.split(' ').includes(String(value))
    case 'noneof':
      return !parameter.split(' ').includes(String(value))
    case 'alpha':
      return /^[a-zA-Z]+$/.test(String(value))
    case 'printascii':
      return /^[\x20-\x7e]*$/.test(String(value))
    case 'numeric':
      return /^[-+]?[0-9]+(\.[0-9]+)?$/.test(String(value))
    case 'contains':
      return String(value).includes(parameter)
    case 'startswith':
      return String(value).startsWith(parameter)
    case 'excludesall':
      return ![...String(value)].some((character) => parameter.includes(character))
    case 'eq':
      return typeof value === 'string' ? value === parameter : sizeOf(value) === Number(parameter)
    case 'ne':
      return typeof value === 'string' ? value !== parameter : sizeOf(value) !== Number(parameter)
    case 'len':
      return sizeOf(value) === Number(parameter)
    case 'min':
    case 'gte':
      return sizeOf(value) >= Number(parameter)
    case 'max':
    case 'lte':
      return sizeOf(value) <= Number(parameter)
    case 'gt':
      return sizeOf(value) > Number(parameter)
    case 'lt':
      return sizeOf(value) < Number(parameter)
    case 'pattern':
      return new RegExp(parameter.slice(1, -1), 'u').test(String(value))
    case 'format':
      return isOfFormat(parameter, String(value))
    default:
      throw new Error(`${rule} is not known here`)
  }
}

function isOfFormat(format: string, text: string): boolean {
  switch (format) {
    case 'date': {
      const date = new Date(`${text}T00:00:00.000Z`)
      return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
    }
    case 'ipv4': {
      const parts = text.split('.')
      return parts.length === 4 && parts.every((part) => part === String(Number(part) & 255))
    }
    case 'json-pointer':
      return text === '' || (text[0] === '/' && !/~([^01]|$)/.test(text))
    default:
      throw new Error(`${format} is not known here`)
  }
}

/** Code points, elements, keys, or the number itself. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number(value)
}

/** Scalars; dates are equal if they are the same instant. */
function areUnique(values: readonly unknown[]): boolean {
  const plain = values.map((value) => (value instanceof Date ? value.getTime() : value))
  return plain.every((one, i) => !plain.slice(0, i).some((other) => other === one))
}

/** The upper-case letter, if it is a single one: Unicode's simple mapping. */
function capitalOf(letter: string): string {
  const upper = letter.toUpperCase()
  if ([...upper].length === 1) return upper
  return titles.find((one) => one !== letter && one.toLowerCase() === letter) ?? letter
}

const titles = Array.from({ length: 0x2000 }, (_, i) => String.fromCodePoint(i)).filter((one) =>
  /^\p{Lt}$/u.test(one),
)
