/** An error of the user's own code, such as an app that throws when it is imported. */
export class OutsideError extends Error {
  override readonly name: string = 'OutsideError'
}
