// Windows reads `a:b` as a stream of `a`, drops dots and blanks at an end, and gives a file a second name, `PROGRA~1`.
const readOtherwise = /:|[. ]$|~\d/

/** Whether every system reads a name, without slashes, as one file of exactly that name. */
export function isPlainName(name: string): boolean {
  return name !== '' && !/[\\\0]/.test(name) && !readOtherwise.test(name)
}

/** A similar name that every system reads alike. */
export function plainName(name: string): string {
  let end = name.length
  while (end > 0 && '. '.includes(name[end - 1] ?? '')) end--
  return name.slice(0, end).replace(/:|~(?=\d)/g, '_')
}
