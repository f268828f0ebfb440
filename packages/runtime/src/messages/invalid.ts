/** The message of a rule without one of its own. */
export const invalid = 'must be valid'
