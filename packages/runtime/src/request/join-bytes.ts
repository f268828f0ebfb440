/** Pieces as one. @param size of all of them together. */
export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
