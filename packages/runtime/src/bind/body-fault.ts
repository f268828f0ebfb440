/** A body that cannot be read at all. Its message is safe to show to the client. */
export class BodyFault extends Error {}

/** @param most the setting `maxObjects`. */
export function tooManyObjects(most: number): BodyFault {
  return new BodyFault(`has more than ${most} objects and lists`)
}

/** @param most the setting `maxMembers`. */
export function tooManyMembers(most: number): BodyFault {
  return new BodyFault(`has an object of more than ${most} members`)
}
