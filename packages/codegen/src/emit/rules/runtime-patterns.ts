import type { RuntimeName } from '../text/runtime-names.ts'

/** Patterns of the runtime by rule name; they are too long to repeat in each file. */
export const sharedPatterns: Readonly<Record<string, RuntimeName>> = {
  email: 'emailPattern',
  rgb: 'rgbPattern',
  rgba: 'rgbaPattern',
  hsl: 'hslPattern',
  hsla: 'hslaPattern',
  iscolor: 'colorPattern',
}
