import { type Name, name } from '../text/code.ts'

/** The reading, in every reader. */
export const at: Name = name('at')

/** The decoded object, in the reader of a shape. */
export const json: Name = name('json')
