import { rules } from '../rules/rules.ts'
import * as characters from './characters.ts'
import * as colours from './colours.ts'
import * as coordinates from './coordinates.ts'
import * as dates from './date-formats.ts'
import * as email from './email.ts'
import * as encodings from './encodings.ts'
import * as addresses from './ip-rules.ts'
import * as isbn from './isbn.ts'
import * as texts from './text-formats.ts'
import * as zones from './time-zone.ts'
import * as uris from './uri-formats.ts'
import * as urls from './url.ts'

/** The predicates for texts, by their names in rows of rules and formats. */
export const textTests: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ...Object.entries({
    ...characters,
    ...colours,
    ...coordinates,
    ...dates,
    ...email,
    ...encodings,
    ...addresses,
    ...isbn,
    ...texts,
    ...zones,
    ...uris,
    ...urls,
  }),
  ...[...rules.values()].flatMap(({ isExact, pattern = '', test = '' }) => {
    return isExact ? [[test, (text: string) => new RegExp(pattern).test(text)] as const] : []
  }),
])
