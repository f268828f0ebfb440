import { isDeepStrictEqual } from 'node:util'

/**
 * Checks that all contenders return the same for every good request and refuse every bad one. One sentence per failure.
 */
export async function disagreements({ title, contenders, request, good, bad, shown }) {
  const found = []
  for (const contender of contenders) {
    const say = (what, text) => found.push(`${title}: ${contender.name} ${what}: ${text.slice(0, 120)}`)
    for (const [text, wanted] of contender.parseOnly ? [] : good) {
      const { value, error } = await attempt(contender, (contender.request ?? request)(text))
      if (error !== undefined) say(`refuses (${error})`, text)
      else if (!isDeepStrictEqual(settled(contender, shown?.(value) ?? value, wanted), wanted))
        say(`makes ${JSON.stringify(shown?.(value) ?? value)} of`, text)
    }
    for (const text of contender.parseOnly ? [] : bad) {
      const { error } = await attempt(contender, (contender.request ?? request)(text))
      const known = contender.accepts?.includes(text) ?? false
      if (error === undefined && !known) say('accepts', text)
      if (error !== undefined && known) say('now refuses what it used to accept', text)
    }
  }
  return found
}

async function attempt({ run, takes }, request) {
  try {
    return { value: await run(request[takes]) }
  } catch (error) {
    return { error: String(error?.message ?? error).slice(0, 120) }
  }
}

/**
 * The result without irrelevant differences: prototypes, `undefined` members, and unknown members where they are kept.
 */
function settled({ keepsUnknown }, value, wanted) {
  const plain = JSON.parse(JSON.stringify(value))
  return keepsUnknown ? declaredOf(plain, wanted) : plain
}

function declaredOf(value, wanted) {
  if (typeof wanted !== 'object' || Array.isArray(wanted)) return value
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, declaredOf(value[key], wanted[key])]))
}
