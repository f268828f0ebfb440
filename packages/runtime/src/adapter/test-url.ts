/** The URL of a request without a server. Two slashes at the start of a path name no host. */
export function testURL(target: string): URL {
  return new URL(/^[/\\]/.test(target) ? `http://localhost${target}` : target, 'http://localhost')
}
