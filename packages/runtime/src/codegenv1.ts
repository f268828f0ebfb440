/**
 * What generated files may import: the contract between ctxgen's output and this runtime.
 *
 * It only grows. A change that would break a file generated earlier opens `codegenv2`, and this door stays.
 */
export { cborBody, msgPackBody } from './bind/binary-body.ts'
export type { BindInput } from './bind/bind-input.ts'
export { bodyFormat, hasBody, unsupportedBody } from './bind/body-format.ts'
export { cookiePairs } from './bind/cookie-pairs.ts'
export { customBody } from './bind/custom-binder.ts'
export type { Dto } from './bind/dto.ts'
export { Faults } from './bind/faults.ts'
export { formPairs } from './bind/form-body.ts'
export { type Elements, type FormPairs, finishList } from './bind/form-pairs.ts'
export { headerJson, headerList, headerValue, requestHeaders, responseHeaders } from './bind/header-values.ts'
export { type Draft, into, own, type Writable } from './bind/into.ts'
export { exactJsonBody, jsonBody } from './bind/json-body.ts'
export {
  exactJsonText,
  jsonBase64,
  jsonInteger,
  plainRecord,
  sendJsonText,
  type TextOutput,
} from './bind/json-output.ts'
export {
  discriminantOf,
  enterObject,
  jsonBigint,
  jsonBool,
  jsonBytes,
  jsonDate,
  jsonFloat32,
  jsonInt,
  jsonInt8,
  jsonInt16,
  jsonInt32,
  jsonInt64,
  jsonList,
  jsonNumber,
  jsonOneOf,
  jsonParsed,
  jsonRecord,
  jsonString,
  jsonStrings,
  jsonUint,
  jsonUint8,
  jsonUint16,
  jsonUint32,
  jsonUint64,
  ownMember,
} from './bind/json-values.ts'
export { asParsed } from './bind/parsed-class.ts'
export { queryPairs } from './bind/query-pairs.ts'
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
  asNumber,
  asText,
  asUint,
  asUint8,
  asUint16,
  asUint32,
  asUint64,
  enumOf,
  oneOf,
} from './bind/scalar.ts'
export { standardSchema } from './bind/standard-schema.ts'
export { uriJson, uriList, uriValue } from './bind/text-values.ts'
export { enterTuple, jsonRest, optionalItem, textTuple } from './bind/tuple-values.ts'
export { enterXml, xmlBody, xmlList, xmlObject, xmlObjects, xmlValue } from './bind/xml-body.ts'
export type { XmlElement } from './bind/xml-element.ts'
export type { FileHeader } from './request/file-header.ts'
