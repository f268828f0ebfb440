/** Width of a text in terminal columns: two for wide characters, none for combining ones. */
export function displayWidth(text: string): number {
  // Most source lines are ASCII.
  if (/^[ -~]*$/.test(text)) return text.length
  let width = 0
  for (const char of text) width += zeroWidth.test(char) ? 0 : wide.test(char) ? 2 : 1
  return width
}

const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** East Asian wide and full-width characters (Unicode annex 11) and emoji. */
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]$/u
