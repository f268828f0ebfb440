/** Monday, 23 November 2026, 14:30 UTC, in each element of a Go layout. */
const parts: Readonly<Record<string, string>> = {
  January: 'November',
  Jan: 'Nov',
  Monday: 'Monday',
  Mon: 'Mon',
  MST: 'UTC',
  '2006': '2026',
  '06': '26',
  '01': '11',
  '1': '11',
  '02': '23',
  '2': '23',
  _2: '23',
  '002': '327',
  __2: '327',
  '15': '14',
  '03': '02',
  '3': '2',
  '04': '30',
  '4': '30',
  '05': '00',
  '5': '0',
  PM: 'PM',
  pm: 'pm',
}

const part =
  /[.,](?:0+|9+)(?!\d)|[Z-]07(?::?00){0,2}|January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|2006|__2|_2(?!006)|00?2|0[13456]|15|[1-5]|PM|pm/g

/** An example date in a Go layout (`2006-01-02`), for readers who do not know such layouts. */
export function dateExample(layout: string): string {
  return layout.replace(part, (found) => {
    if (/^[.,]/.test(found)) return found.includes('9') ? '' : found
    if (found.startsWith('Z')) return 'Z'
    if (found.startsWith('-')) return `+${found.slice(1).replace('7', '0')}`
    return parts[found] ?? found
  })
}
