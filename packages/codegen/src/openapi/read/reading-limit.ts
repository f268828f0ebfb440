/** The work for one operation, or for registering routes: 20 times that of the longest handler of the tests. */
export const maxSteps = 200_000
/** Answers that differ in status, type or body. A handler of 60 is the longest that has been seen. */
export const maxDrafts = 300
/** Texts that a template or a sum may give. More are any text of their type. */
export const maxTexts = 256
/** Characters of a computed text. Longer ones are no path and no media type. */
export const longestText = 4096
/** Elements of a list. More than any handwritten table of routes. */
export const maxElements = 10_000

/** Ends the reading of code that would take too long. */
export class ReadingLimit extends Error {
  override readonly name = 'ReadingLimit'
}
