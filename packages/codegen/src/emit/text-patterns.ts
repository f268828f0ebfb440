import type { RuntimeName } from './runtime-names.ts'

/** Those that the runtime has, by the rule's name: too long to stand in each file that has the rule. */
export const sharedPatterns: Readonly<Record<string, RuntimeName>> = {
  email: 'emailPattern',
  rgb: 'rgbPattern',
  rgba: 'rgbaPattern',
  hsl: 'hslPattern',
  hsla: 'hslaPattern',
  iscolor: 'colorPattern',
}
