/**
 * The exports that generated files may import: the contract between ctxgen's output and this runtime.
 *
 * It only grows. A change that would break already generated files goes into a new `codegenv2`; this entry point stays.
 */

export { dateLayout } from '@ctxgen/core/rule-tests/date-layout'
export { isMultipleOf } from '@ctxgen/core/rule-tests/is-multiple-of'
export {
  colorPattern,
  hslaPattern,
  hslPattern,
  rgbaPattern,
  rgbPattern,
} from '@ctxgen/core/rules/colour-patterns'
export { emailPattern } from '@ctxgen/core/rules/email-pattern'
export {
  allOf,
  asyncBinder,
  binder,
  bodyBinder,
  bodyOf,
  cborBinder,
  jsonBinder,
  msgPackBinder,
  uploadBinder,
} from './bind/binder/binder.ts'
export { branchMember, discriminantOf, noBranch, onlyMember, sentMember } from './bind/decoded/json-branch.ts'
export {
  choice,
  jsonChoice,
  jsonLists,
  listBranch,
  notedChoice,
  openBranch,
  recordBranch,
  tupleBranch,
} from './bind/decoded/json-choice.ts'
export { JsonMembers } from './bind/decoded/json-members.ts'
export { jsonOthers } from './bind/decoded/json-others.ts'
export {
  exactStringifier,
  jsonSender,
  plainBranch,
  plainList,
  plainNumberRecord,
  plainRecord,
  plainScalars,
  stringifier,
} from './bind/decoded/json-output.ts'
export { jsonObjectOrList, jsonUnknown } from './bind/decoded/json-unknown.ts'
export {
  jsonBigint,
  jsonBool,
  jsonBytes,
  jsonDate,
  jsonFile,
  jsonFloat32,
  jsonInt,
  jsonInt8,
  jsonInt16,
  jsonInt32,
  jsonInt64,
  jsonList,
  jsonNothing,
  jsonNumber,
  jsonNumbers,
  jsonNumeric,
  jsonObject,
  jsonObjects,
  jsonOneOf,
  jsonRecord,
  jsonString,
  jsonStrings,
  jsonTemplate,
  jsonUint,
  jsonUint8,
  jsonUint16,
  jsonUint32,
  jsonUint64,
  misfit,
} from './bind/decoded/json-values.ts'
export { asParsed, jsonParsed } from './bind/decoded/parsed-class.ts'
export type { SendJson, Stringify } from './bind/decoded/sending.ts'
export type { SentForm } from './bind/decoded/sent-form.ts'
export {
  plainScalar,
  sentList,
  sentObject,
  sentScalars,
} from './bind/decoded/sent-kinds.ts'
export { jsonTransformed, transformed } from './bind/decoded/transformed.ts'
export { jsonRest, jsonTuple } from './bind/decoded/tuple-values.ts'
export { sentScalar, tagOf, unsent } from './bind/decoded/unsent.ts'
export { chosen, sentBranch, valueChoice } from './bind/decoded/value-choice.ts'
export type { XmlElement } from './bind/decoded/xml-element.ts'
export type {
  AsyncRuledBy,
  Current,
  CurrentBody,
  EnumOf,
  FileHeaderOf,
  FileStreamOf,
  Kept,
  ParsedBy,
  RuledBy,
} from './bind/dto/current.ts'
export type {
  AsyncBinder,
  AsyncBodyBinder,
  AsyncBodyDto,
  AsyncDto,
  AsyncValidates,
  Binder,
  BodyBinder,
  BodyDto,
  Dto,
  Sends,
  SentDto,
  SocketDto,
  UploadDto,
  Validates,
} from './bind/dto/dto.ts'
export { decodedDto, makeDto, sentDto } from './bind/dto/make-dto.ts'
export { socketDto } from './bind/dto/socket-dto.ts'
export type { Alike, Branded, ListOf, MapOf, Unchanged, UnchangedBody } from './bind/dto/unchanged.ts'
export type { BodyFormats } from './bind/parsers/body-formats.ts'
export { placesOf } from './bind/parsers/places.ts'
export type { BindInput } from './bind/reading/bind-input.ts'
export { type Draft, dense, own, present, type Writable } from './bind/reading/into.ts'
export { type Reading, requiredBelow } from './bind/reading/reading.ts'
export {
  asBigint,
  asBool,
  asDate,
  asFloat32,
  asInt,
  asInt8,
  asInt16,
  asInt32,
  asInt64,
  asNothing,
  asNumber,
  asText,
  asUint,
  asUint8,
  asUint16,
  asUint32,
  asUint64,
  enumOf,
  type OneOf,
  oneOf,
  oneOfMixed,
  type Scalar,
  templateOf,
} from './bind/scalar/scalar.ts'
export { hasMembers, isList, type JsonObject, type JsonReader, ownMember } from './bind/shape/json-object.ts'
export { type RecursiveShape, recursive, type Shape, sentShape, shape } from './bind/shape/shape.ts'
export { sentValueShape, valueShape } from './bind/shape/value-shape.ts'
export { readAnyBody, readBody, readCbor, readJson, readMsgPack, sentName } from './bind/sources/body.ts'
export {
  headerJson,
  headerList,
  headerValue,
  requestHeaders,
  responseHeaders,
} from './bind/sources/header-values.ts'
export { cookiePairs, formPairs, queryPairs } from './bind/sources/source-pairs.ts'
export { textTuple } from './bind/sources/text-tuple.ts'
export { pairJson, uriJson, uriList, uriValue } from './bind/sources/text-values.ts'
export { xmlBody, xmlList, xmlObject, xmlObjects, xmlRecord, xmlValue } from './bind/sources/xml-body.ts'
export { hidingTable, keyTable } from './bind/text/key-table.ts'
export { pairFile, pairFiles, pairIndexedFile } from './bind/text/pair-files.ts'
export { pairIndexed } from './bind/text/pair-indices.ts'
export { pairList, pairTexts } from './bind/text/pair-lists.ts'
export { pairElement, pairEntry } from './bind/text/pair-members.ts'
export { pairStream, pairStreams } from './bind/text/pair-streams.ts'
export { type Elements, type FormPairs, type Members, withoutGaps } from './bind/text/text-pairs.ts'
export type { Key } from './error/issue-details.ts'
export { noneOf } from './error/issue-text.ts'
export * from './messages/english-rules.gen.ts'
export type { FileHeader } from './request/file-header.ts'
export { beginsLikeItsType } from './request/file-signature.ts'
export type { FileStream } from './request/file-stream.ts'
export { each, within } from './validate/check-nested.ts'
export { clientNames, clientText } from './validate/client-names.ts'
export { hasDuplicates, hasDuplicatesOf } from './validate/duplicates.ts'
export { eitherRule } from './validate/either-rule.ts'
export { add, type Issues } from './validate/issues.ts'
export { matches } from './validate/matches.ts'
export { isMediaType } from './validate/media-range.ts'
export { customRule, quotedRule } from './validate/own-rules.ts'
export * from './validate/pattern-rules.gen.ts'
export type { PendingIssues } from './validate/pending-issues.ts'
export { askRule } from './validate/rule-context.ts'
export * from './validate/rule-tests.gen.ts'
export { asLongAs, containsAny, longerThan, shorterThan } from './validate/text-size.ts'
export { type AsyncValidator, asyncValidator, type Validator, validator } from './validate/validator.ts'
