/** Pieces as one; a single piece is given as it is. @param size of all of them together, when it is known. */
export function joinBytes(pieces: readonly Uint8Array[], size: number = sizeOf(pieces)): Uint8Array {
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

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
