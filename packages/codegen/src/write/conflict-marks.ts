const marked = /^<{7} .*\n([\s\S]*?)^={7}\n[\s\S]*?^>{7} .*(?:\n|$)/gm
const base = /^\|{7} .*\n[\s\S]*/m

/** The first side of each conflict that a merge by git has marked. Ignores CRLF line ends. */
export function withoutConflicts(text: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  if (!plain.includes('<<<<<<< ')) return text
  return plain.replace(marked, (_, ours: string) => ours.replace(base, ''))
}
