import type { Note } from '../../attacks/dto/note.bind.ts'

const pieces = 50

/** The body of a streamed answer, with its request's mark. */
export function* streamed(mark: string): Generator<Uint8Array> {
  for (let i = 0; i < pieces; i++) yield Buffer.from(`${mark} ${i}\n`.padEnd(2000, '.'))
}

export function streamedText(mark: string): string {
  return Buffer.concat([...streamed(mark)]).toString()
}

/** The events of a stream, with its request's mark. */
export function notes(mark: string): readonly Note[] {
  return Array.from({ length: pieces }, (_, i) => ({
    event: 'note',
    id: `${i}`,
    text: mark.padEnd(1000, '.'),
  }))
}

export function notesText(mark: string): string {
  return notes(mark)
    .map((note) => `event: note\nid: ${note.id}\ndata: ${JSON.stringify(note)}\n\n`)
    .join('')
}
