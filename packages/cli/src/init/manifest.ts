import { UsageError } from '@ctxgen/codegen/usage-error'

/** A package.json, read. @throws SyntaxError when the text is no JSON object. */
export function parseManifest(text: string): Readonly<Record<string, unknown>> {
  const manifest: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (typeof manifest !== 'object' || manifest === null || Array.isArray(manifest)) {
    throw new SyntaxError('it holds no object')
  }
  return { ...manifest }
}

/** The same for the project's own. @throws UsageError */
export function manifestOf(text: string): Readonly<Record<string, unknown>> {
  return readingManifest(() => parseManifest(text))
}

/** @throws UsageError for what cannot be read. */
export function readingManifest<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UsageError(
      `package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
