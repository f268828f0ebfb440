/** The command did what it was asked to. */
export const done = 0
/** A diagnostic is an error, or a check found a file that is not up to date. */
export const failed = 1
/** The command line asks for something that cannot be. */
export const wrongUsage = 2
