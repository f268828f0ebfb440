import { UsageError } from '@ctxgen/codegen/usage-error'

/** Parses a package.json. @throws SyntaxError if the text is not a JSON object. */
export function parseManifest(text: string): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw new SyntaxError('it is not an object')
  }
  return { ...manifest }
}

/** Parses the project's package.json. @throws UsageError if it is invalid. */
export function manifestOf(text: string): Readonly<Record<string, unknown>> {
  return readingManifest(() => parseManifest(text))
}

/** @throws UsageError if `read` throws. */
export function readingManifest<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(
      `package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
