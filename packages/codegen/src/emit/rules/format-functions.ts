import type { FormatName } from '../../model/formats.ts'
import type { RuntimeName } from '../text/runtime-names.ts'

/** Predicates for the formats of JSON Schema. */
export const formatFunctions: Readonly<Record<FormatName, RuntimeName>> = {
  'date-time': 'isDateTimeFormat',
  date: 'isDateFormat',
  time: 'isTimeFormat',
  duration: 'isDurationFormat',
  email: 'isEmailFormat',
  hostname: 'isHostnameFormat',
  ipv4: 'isIpv4Format',
  ipv6: 'isIpv6Format',
  uri: 'isUriFormat',
  'uri-reference': 'isUriReferenceFormat',
  iri: 'isIriFormat',
  'iri-reference': 'isIriReferenceFormat',
  // Any version, in either case.
  uuid: 'isUuid',
  'json-pointer': 'isJsonPointerFormat',
  'relative-json-pointer': 'isRelativeJsonPointerFormat',
  regex: 'isRegexFormat',
  byte: 'isByteFormat',
}
