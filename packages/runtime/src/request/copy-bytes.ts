/** The same bytes in memory of their own; a `Buffer` stays one, whose own `slice()` would share the memory. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes)
}
