import { setImmediate as pause } from 'node:timers/promises'
import type { InputFile } from '../input/find-inputs.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { OutputPlaces } from '../input/output-places.ts'
import type { Sources } from '../parse/parse-sources.ts'
import { generateSource, type ReadSource, type SourceText } from './generate-source.ts'

/** Work between two pauses, in ms; short enough for a server in the same process to keep responding. */
const slice = 50

/**
 * Sources parsed before their texts are generated. Alternating for each source overflows the processor's instruction cache
 * and takes 5 % longer.
 */
const batch = 50

/**
 * The text of every output, or the errors of its source.
 *
 * @param places Locates sources outside the inputs whose generated files are imported; they join the run.
 */
export function generateTexts(
  files: readonly InputFile[],
  sources: Sources,
  places?: OutputPlaces,
  options: Pick<GenerateOptions, 'onProgress'> = {},
): readonly SourceText[] {
  const steps = textsInSteps(files, sources, places, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Like {@link generateTexts}, one parsed source or one generated text at a time. */
export function* textsInSteps(
  files: readonly InputFile[],
  sources: Sources,
  places: OutputPlaces | undefined,
  options: Pick<GenerateOptions, 'onProgress'>,
): Generator<undefined, readonly SourceText[]> {
  const texts: SourceText[] = []
  const all = new Set(files)
  while (texts.length < all.size) {
    const read: ReadSource[] = []
    for (const file of [...all].slice(texts.length, texts.length + batch)) {
      options.onProgress?.({ done: texts.length + read.length, total: all.size })
      read.push({ ...file, parsed: sources.parse(file.sourcePath) })
      yield
    }
    for (const one of read) {
      const text = generateSource(one)
      texts.push(text)
      for (const file of importedBy(text, places)) all.add(file)
      yield
    }
  }
  return texts
}

/** The sources whose generated files a text imports. */
export function importedBy({ sources }: SourceText, places: OutputPlaces | undefined): readonly InputFile[] {
  return sources.flatMap((path) => places?.fileOf(path) ?? [])
}

export async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let end = performance.now() + slice
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    await pause()
    end = performance.now() + slice
  }
}
