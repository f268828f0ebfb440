// RFC 8187 section 3.2.1: all characters that need an escape in an extended value.
const notAttrChar = /[^A-Za-z0-9!#$&+\-.^_`|~]/gu

/** `attachment`, with the base name of the path if given (RFC 6266, RFC 8187). */
export function attachmentHeader(path?: string): string {
  if (path === undefined) return 'attachment'
  const name = downloadName(path)
  const ascii = name.replace(/[^\x20-\x7e]/gu, '?')
  const quoted = `attachment; filename="${ascii.replace(/["\\]/g, '\\$&')}"`
  return ascii === name ? quoted : `${quoted}; filename*=UTF-8''${encodeExtended(name)}`
}

/** A name for saving the file: no path, no control characters, never empty. */
function downloadName(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removed here
  const printable = path.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').replace(/\p{Surrogate}/gu, '\ufffd')
  let end = printable.length
  while (printable[end - 1] === '/') end--
  const name = printable.slice(printable.lastIndexOf('/', end - 1) + 1, end).trim()
  return name === '' || name === '.' || name === '..' ? 'download' : name
}

function encodeExtended(text: string): string {
  return text.replace(notAttrChar, (char) => {
    const escaped = encodeURIComponent(char)
    // encodeURIComponent leaves ' ( ) * unescaped.
    return escaped === char ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : escaped
  })
}
