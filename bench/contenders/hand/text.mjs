/** The error of the handwritten binders. */
export class Refused extends Error {}

export function refuse(field) {
  throw new Refused(`${field} is missing or wrong`)
}

/** Decodes application/x-www-form-urlencoded; a malformed escape is unchanged. */
export function formDecode(text) {
  const spaced = text.indexOf('+') === -1 ? text : text.replaceAll('+', ' ')
  if (spaced.indexOf('%') === -1) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
