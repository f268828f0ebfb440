import type { PatternOptions } from './pattern.ts'

/** How paths are compared. */
export interface RouterOptions extends PatternOptions {
  /** Paths are percent-decoded before they get here. */
  readonly unescapePath: boolean
  /** A GET route does not answer HEAD. */
  readonly disableHeadAutoRegister: boolean
}
