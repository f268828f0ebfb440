/** Success. */
export const done = 0
/** An error in a source, or an outdated file in a check. */
export const failed = 1
/** An invalid command line or config. */
export const wrongUsage = 2
