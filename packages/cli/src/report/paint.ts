import { styleText } from 'node:util'
import type { Host } from '../host.ts'

/** The meaning of a piece of text, which determines its style. */
export type Role = 'path' | 'position' | 'error' | 'warning' | 'hint' | 'aside' | 'added' | 'removed'

/** Colours a piece of text, or returns it unchanged. */
export type Paint = (role: Role, text: string) => string

const styles = {
  path: 'cyan',
  position: 'yellow',
  error: 'red',
  warning: 'yellow',
  hint: 'cyan',
  aside: 'gray',
  added: 'green',
  removed: 'red',
} as const satisfies Record<Role, string>

/** Colours on a terminal unless `--no-color` or `NO_COLOR` (no-color.org) is set; elsewhere only with `FORCE_COLOR`. */
export function paintFor(flags: { readonly color: boolean }, host: Pick<Host, 'colour' | 'env'>): Paint {
  const { NO_COLOR = '', FORCE_COLOR = '' } = host.env
  const isForced = !['', '0', 'false'].includes(FORCE_COLOR)
  const isOn = flags.color && NO_COLOR === '' && (host.colour || isForced)
  // `isOn` decides, since styleText does not know the host's streams.
  return isOn ? (role, text) => styleText(styles[role], text, { validateStream: false }) : (_, text) => text
}
