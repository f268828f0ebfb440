// The options of the five, the same for every framework: cors, security headers, request ids, a limit and an access log.

export const origin = 'https://app.example.com'
/** Never reached, so that every request is answered. */
export const limit = 1_000_000_000
export const windowMs = 60_000

/** Which of the five a server has: their names, with commas. */
export const wanted = new Set((process.env.FIVE ?? '').split(',').filter(Boolean))

/** A stream that drops a log. */
export const nullStream = { write() {} }
