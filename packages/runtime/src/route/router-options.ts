import type { PatternOptions } from './pattern.ts'

/** How paths are compared. */
export interface RouterOptions extends PatternOptions {
  /** A GET route does not answer HEAD. */
  readonly disableHeadAutoRegister: boolean
}
