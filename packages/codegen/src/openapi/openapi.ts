export { findBreakingChanges } from './compare/find-breaking-changes.ts'
export type { AsyncApiDocument, AsyncChannel, AsyncOperation } from './document/asyncapi-document.ts'
export type {
  Components,
  DocumentedOperation,
  DocumentedResponse,
  Header,
  Info,
  MediaType,
  OpenApiDocument,
  Parameter,
  PathItem,
  RequestBody,
  Schema,
  Server,
} from './document/openapi-document.ts'
export type { SpecVersion } from './document/write-document.ts'
export { documentText, parseDocument } from './document-text.ts'
export { type AsyncApiOptions, type AsyncApiResult, generateAsyncApi } from './generate-asyncapi.ts'
export { generateOpenApi } from './generate-openapi.ts'
export type { SecurityScheme } from './model/operation.ts'
export type {
  DocumentPart,
  GeneratedDocument,
  OpenApiOptions,
  OpenApiResult,
  ReadRoute,
} from './openapi-options.ts'
export { AsyncApiReader, OpenApiReader } from './openapi-reader.ts'
export { type RunningRoute, verifyRoutes } from './verify-routes.ts'
