/*
 * Every issue of the binders: its code, the expected kind of value, and the English message, which is also its key in
 * catalogues. A reader imports those that it reports, so a page bundles no others.
 */

export const isRequired = { code: 'missing', text: 'is required' } as const

// Values
export const mustBeString = { code: 'type', expected: 'string', text: 'must be a string' } as const
export const mustBeText = { code: 'type', expected: 'string', text: 'must be text' } as const
export const mustBeOfForm = { code: 'type', expected: 'string', text: 'must be of the right form' } as const
export const mustBeNoFile = { code: 'type', expected: 'string', text: 'must be text, not a file' } as const
export const mustBeFile = { code: 'type', expected: 'file', text: 'must be a file' } as const
export const mustBeSentFile = {
  code: 'type',
  expected: 'file',
  text: 'must be a file, sent as multipart/form-data',
} as const
export const mustBeBytes = { code: 'type', expected: 'bytes', text: 'must be bytes' } as const
export const mustBeBase64 = { code: 'type', expected: 'bytes', text: 'must be base64' } as const
export const mustBeBool = { code: 'type', expected: 'boolean', text: 'must be true or false' } as const
export const mustBeNumber = { code: 'type', expected: 'number', text: 'must be a number' } as const
export const mustBeFloat32 = { code: 'type', expected: 'float32', text: 'must be a 32-bit number' } as const
export const mustBeWhole = { code: 'type', expected: 'integer', text: 'must be a whole number' } as const
export const mustBeUnsigned = {
  code: 'type',
  expected: 'uint',
  text: 'must be a whole number, not negative',
} as const
/** Its `expected` is the alias: `int8`. */
export const mustBeBetween = { code: 'type', text: 'must be a whole number from {min} to {max}' } as const
export const mustBeDate = {
  code: 'type',
  expected: 'date',
  text: 'must be a date and time (RFC 3339)',
} as const
export const mustBeObject = { code: 'type', expected: 'object', text: 'must be an object' } as const
export const mustBeObjectOrList = {
  code: 'type',
  expected: ['object', 'array'],
  text: 'must be an object or a list',
} as const
export const mustBeList = { code: 'type', expected: 'array', text: 'must be a list' } as const
export const mustHaveElements = {
  code: 'type',
  expected: 'array',
  text: 'must have {count} elements',
} as const
export const mustHaveMore = {
  code: 'type',
  expected: 'array',
  text: 'must have {min} or more elements',
} as const
export const mustHaveBetween = {
  code: 'type',
  expected: 'array',
  text: 'must have {min} to {max} elements',
} as const
export const mustHaveLength = {
  code: 'type',
  expected: 'array',
  text: 'must be a list of one of these lengths: {values}',
} as const
/** A value of none of the kinds in a union. */
export const mustBeOfKind = { code: 'type', text: 'must be {kinds}' } as const
export const mustNotBeNull = { code: 'type', text: 'must not be null' } as const
export const mustBeLeftOut = { code: 'type', text: 'must be left out' } as const
export const mustBeOneOf = { code: 'choice', text: 'must be one of {values}' } as const
export const mustHaveOne = { code: 'choice', text: 'must have exactly one of {values}' } as const
export const mayHaveOne = { code: 'choice', text: 'must have at most one of {values}' } as const
export const mustBeValid = { code: 'custom', text: 'must be a valid {name}' } as const

// Keys
export const unknownKey = { code: 'unknown', text: 'is not a known key' } as const
export const misspeltKey = { code: 'unknown', text: 'is not a known key; did you mean {name}?' } as const
export const mustHaveNumberKey = { code: 'unknown', text: 'must have a key that is a number' } as const
export const mustHaveWholeKey = {
  code: 'unknown',
  text: 'must have a key that is a whole number from {min} to {max}',
} as const
export const forbiddenKey = { code: 'unknown', text: 'is not allowed as a key' } as const
/** A field of a form whose files are streams. */
export const fieldAfterFile = {
  code: 'structure',
  text: 'must be sent before the files: fields come first',
} as const
export const unbalancedKey = { code: 'structure', text: 'unbalanced brackets in a key' } as const
export const mustBeSingle = {
  code: 'structure',
  text: 'must be a single value, sent as {key}',
} as const
export const mustBeSentObject = {
  code: 'type',
  expected: 'object',
  text: 'must be an object, sent as {key}',
} as const
export const mustBeSentObjects = {
  code: 'type',
  expected: 'array',
  text: 'must be a list of objects, sent as {key}',
} as const
export const mustHaveMember = { code: 'structure', text: 'must be an object, sent as {key}' } as const
export const mustHaveIndex = { code: 'structure', text: 'must be a list of objects, sent as {key}' } as const
export const mustBeIndexed = { code: 'structure', text: 'must be a list, sent as {key}' } as const

// Limits
export const tooDeep = { code: 'limit', text: 'is more than {max} values deep' } as const
export const tooManyKeys = { code: 'limit', text: 'more than {max} keys' } as const
export const tooManyIssues = { code: 'limit', text: 'more than {max} wrong values' } as const
export const tooLong = { code: 'limit', text: 'a list of more than {max} elements' } as const
export const tooHigh = { code: 'limit', text: 'an index of {max} or more' } as const
export const tooManyKeyParts = { code: 'limit', text: 'a key of more than {max} parts' } as const
export const tooLargeNumber = { code: 'limit', text: 'has a number of more than {max} bytes' } as const
export const tooManyObjects = { code: 'limit', text: 'has more than {max} objects and lists' } as const
export const tooManyRareKeys = { code: 'limit', text: 'has more than {max} rare keys' } as const
export const tooManyElements = {
  code: 'limit',
  text: 'has more than {max} elements, attributes and references',
} as const
export const tooManyParts = { code: 'limit', text: 'has more than {max} parts' } as const
export const tooManyLookups = { code: 'limit', text: 'has more than {max} values to look up' } as const

// Bodies
export const isEmpty = { code: 'syntax', text: 'is empty' } as const
export const isUnreadable = { code: 'syntax', text: 'cannot be read' } as const
/** A custom binder has failed. */
export const isRefused = { code: 'custom', text: 'cannot be read' } as const
export const isInvalid = { code: 'syntax', text: 'is not valid {format}' } as const
export const endsEarly = { code: 'syntax', text: 'ends before it is complete' } as const
export const endsLate = { code: 'syntax', text: 'continues after its value' } as const
export const declaresMore = { code: 'syntax', text: 'declares more than it contains' } as const
export const lacksValue = { code: 'syntax', text: 'ends a map after a key' } as const
export const hasOtherKey = { code: 'syntax', text: 'has a key that is not a string' } as const
export const hasOtherTag = { code: 'syntax', text: 'has a tag that is not accepted' } as const
export const hasOtherType = { code: 'syntax', text: 'has a value of a type that is not accepted' } as const
export const isMalformed = { code: 'syntax', text: 'has a value that is not well-formed' } as const
export const hasNoDate = { code: 'syntax', text: 'has an impossible date' } as const
export const hasDeclaration = { code: 'syntax', text: 'has a declaration, which is not accepted' } as const
export const hasEntity = { code: 'syntax', text: 'has an entity that is not accepted' } as const
export const hasNoCharacter = { code: 'syntax', text: 'has a reference to an invalid character' } as const
export const isNotUtf8 = { code: 'syntax', text: 'is not in UTF-8' } as const
export const hasNoBoundary = { code: 'syntax', text: 'has no boundary' } as const
export const hasTwoBoundaries = { code: 'syntax', text: 'has two boundaries' } as const
export const hasOtherBoundary = { code: 'syntax', text: 'has an invalid boundary' } as const
export const lacksBoundary = { code: 'syntax', text: 'does not hold its boundary' } as const
export const lacksLastBoundary = { code: 'syntax', text: 'ends before its last boundary' } as const
export const hasEndlessHeader = { code: 'syntax', text: 'has a part whose header does not end' } as const
export const hasNoName = { code: 'syntax', text: 'has a part without a name' } as const
export const hasOtherHeader = { code: 'syntax', text: 'has a part whose header cannot be read' } as const
export const repeatsHeader = { code: 'syntax', text: 'has a part whose header repeats a value' } as const
