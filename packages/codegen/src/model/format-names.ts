import { formats } from '@ctxgen/core/rules/formats'

/** The names of all formats, for messages. */
export const formatNames: string = Object.keys(formats)
  .join(', ')
  .replace(/, ([^,]+)$/, ' and $1')
