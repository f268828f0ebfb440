import { maxName } from './channel-name.ts'

/** The news of a process about its members, for the other processes of a topic. */
export interface PresenceNote {
  readonly from: string
  /** The number of its changes so far. */
  readonly change: number
  /** All its members; or else those of this change alone. */
  readonly all?: readonly string[]
  readonly joined?: readonly string[]
  readonly left?: readonly string[]
  /** Asks the others for all. */
  readonly asks?: true
}

/** Reads a note; `undefined` for another text. */
export function readNote(text: string): PresenceNote | undefined {
  let note: unknown
  try {
    note = JSON.parse(text)
  } catch {
    return undefined
  }
  const { from, change, all, joined, left, asks }: { [K in keyof PresenceNote]?: unknown } = Object(note)
  if (typeof from !== 'string' || typeof change !== 'number' || !Number.isSafeInteger(change))
    return undefined
  if (![all, joined, left].every((names) => names === undefined || isNames(names))) return undefined
  return asks === undefined || asks === true ? (note as PresenceNote) : undefined
}

function isNames(names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => typeof name === 'string' && name.length <= maxName)
}
