import { HttpError } from '../../error/http-error.ts'

/** The largest number of characters of the name of a channel or a member. */
export const maxName = 256

/** @throws HttpError 400 for an invalid name, since names come from requests; TypeError for anything else than text */
export function checkName(name: string, of: 'channel' | 'member'): void {
  if (typeof name !== 'string') throw new TypeError(`the name of a ${of} is a text`)
  if (name === '' || name.length > maxName || /\p{Cc}|\p{Cs}/u.test(name))
    throw new HttpError(
      400,
      `The name of a ${of} must have 1 to ${maxName} characters, none of them a control character`,
    )
}
