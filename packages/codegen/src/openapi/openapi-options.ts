import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { SourceSpan } from '../model/source-span.ts'
import type { Info, OpenApiDocument, Server } from './document/openapi-document.ts'
import type { SpecVersion } from './document/write-document.ts'
import type { SecurityScheme } from './model/operation.ts'

/** Options of {@link generateOpenApi}. */
export interface OpenApiOptions
  extends Pick<GenerateOptions, 'cwd' | 'base' | 'project' | 'missing' | 'any' | 'aliasTag' | 'rules'> {
  /** The module that exports the app or a function that returns it: `src/app.ts` or `src/app.ts#app`. */
  readonly app: string
  /** Default: `3.1`. */
  readonly spec?: SpecVersion
  /** Default: name, version and description of the nearest package.json. */
  readonly info?: Partial<Info>
  readonly servers?: readonly Server[]
  /** Security schemes by the name in `@security`. */
  readonly security?: Readonly<Record<string, SecurityScheme>>
  /** Whether sources that do not compile are described, with warnings for the compiler's errors. Default: `false`. */
  readonly force?: boolean
  /** Documents with a part of the operations each. Default: one with all of them. */
  readonly documents?: readonly DocumentPart[]
}

/** One of several documents; without a prefix and tags it has every operation. */
export interface DocumentPart {
  /** The file; the extension decides between JSON and YAML. */
  readonly output: string
  /** Only paths below it. */
  readonly prefix?: string
  /** Only operations with one of these tags. */
  readonly tags?: readonly string[]
  readonly info?: Partial<Info>
  readonly servers?: readonly Server[]
}

export interface OpenApiResult {
  /** Empty after an error. */
  readonly documents: readonly GeneratedDocument[]
  /** The routes that were read, hidden ones included. */
  readonly routes: readonly ReadRoute[]
  readonly diagnostics: readonly Diagnostic[]
}

export interface GeneratedDocument {
  /** As in the options; `undefined` for the only document. */
  readonly output: string | undefined
  readonly document: OpenApiDocument
  /**
   * The TypeScript behind each part, by JSON pointer: operations, parameters, bodies, responses, schemas and their properties.
   * A pointer without an entry belongs to the nearest one above it.
   */
  readonly places: ReadonlyMap<string, SourceSpan>
}

export interface ReadRoute {
  /** In upper case. */
  readonly method: string
  /** As registered, with all prefixes. */
  readonly pattern: string
  readonly isConditional: boolean
  readonly span: SourceSpan
}
