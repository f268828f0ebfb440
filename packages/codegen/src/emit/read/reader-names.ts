import { code, type Name } from '../text/code.ts'

/** The reading, in every reader. */
export const at: Name = code.word('at')

/** The decoded object, in the reader of a shape. */
export const json: Name = code.word('json')
