/*
 * The texts of oasdiff, a row for each rule. `limit` in a rule stands for the keyword: `limit-decreased` of `maxLength`
 * is `request-property-max-length-decreased`.
 */

export type RequestRule = keyof typeof requestTexts
export type ResponseRule = keyof typeof responseTexts

/** Of a parameter, of a body and of a property of a body. */
export const requestTexts = {
  'type-changed': [
    'for the {parameter}, the {word} was changed from {from} to {to}',
    "the request's body {word} changed from {from} to {to}",
    'the {path} request property {word} changed from {from} to {to}',
  ],
  'became-not-nullable': [
    'the {parameter} became not nullable',
    "the request's body became not nullable",
    'the request property {path} became not nullable',
  ],
  'became-enum': [
    'the {parameter} was restricted to a list of enum values',
    'request body was restricted to a list of enum values',
    'request property {path} was restricted to a list of enum values',
  ],
  'enum-value-removed': [
    'removed the enum value {from} from the {parameter}',
    'request body enum value removed {from}',
    'removed the enum value {from} of the request property {path}',
  ],
  'const-added': [
    'the {parameter} const value {to} was added',
    'the request body const value {to} was added',
    'the {path} request property const value {to} was added',
  ],
  'const-changed': [
    'the {parameter} const value changed from {from} to {to}',
    'the request body const value changed from {from} to {to}',
    'the {path} request property const value changed from {from} to {to}',
  ],
  'limit-decreased': [
    'for the {parameter}, the {word} was decreased from {from} to {to}',
    "the request's body {word} was decreased to {to}",
    "the {path} request property's {word} was decreased to {to}",
  ],
  'limit-increased': [
    'for the {parameter}, the {word} was increased from {from} to {to}',
    "the request's body {word} was increased to {to}",
    "the {path} request property's {word} was increased to {to}",
  ],
  'limit-set': [
    'for the {parameter}, the {word} was set to {to}',
    "the request's body {word} was set to {to}",
    "the {path} request property's {word} was set to {to}",
  ],
  'pattern-added': [
    'added the pattern {to} to the {parameter}',
    'added the pattern {to} to the request body',
    'added the pattern {to} to the request property {path}',
  ],
  'pattern-changed': [
    'changed the pattern of the {parameter} from {from} to {to}',
    'changed the pattern of the request body from {from} to {to}',
    'changed the pattern of the request property {path} from {from} to {to}',
  ],
  'one-of-removed': [
    'removed {from} from the {parameter} `oneOf` list',
    'removed {from} from the request body `oneOf` list',
    'removed {from} from the {path} request property `oneOf` list',
  ],
  'any-of-removed': [
    'removed {from} from the {parameter} `anyOf` list',
    'removed {from} from the request body `anyOf` list',
    'removed {from} from the {path} request property `anyOf` list',
  ],
  'prefix-items-removed': [
    "removed {from} from the {parameter} 'prefixItems' list",
    "removed {from} from the request body 'prefixItems' list",
    "removed {from} from the {path} request property 'prefixItems' list",
  ],
  'content-encoding-changed': [
    'the {parameter} contentEncoding changed from {from} to {to}',
    'the request body contentEncoding changed from {from} to {to}',
    'the {path} request property contentEncoding changed from {from} to {to}',
  ],
} as const

/** Of a body and of a property of a body. */
export const responseTexts = {
  'type-changed': [
    "the response's body {word} changed from {from} to {to} for status {status}",
    "the {path} response's property {word} changed from {from} to {to} for status {status}",
  ],
  'became-nullable': [
    "the response's body became nullable",
    'the response property {path} became nullable for the status {status}',
  ],
  'became-not-enum': [
    'the response body is no longer restricted to a list of enum values for the status {status}',
    'the response property {path} is no longer restricted to a list of enum values for the status {status}',
  ],
  'enum-value-added': [
    'added the new {to} enum value to the response body for the response status {status}',
    'added the new {to} enum value to the {path} response property for the response status {status}',
  ],
  'const-removed': [
    'the response body const value {from} was removed for the status {status}',
    'the {path} response property const value {from} was removed for the status {status}',
  ],
  'const-changed': [
    'the response body const value changed from {from} to {to} for the status {status}',
    'the {path} response property const value changed from {from} to {to} for the status {status}',
  ],
  'limit-increased': [
    "the response's body {word} was increased from {from} to {to}",
    "the {path} response property's {word} was increased from {from} to {to} for the response status {status}",
  ],
  'limit-decreased': [
    "the response's body {word} was decreased from {from} to {to}",
    "the {path} response property's {word} was decreased from {from} to {to} for the response status {status}",
  ],
  'limit-unset': [
    "the response's body {word} was unset from {from}",
    "the {path} response property's {word} was unset from {from} for the response status {status}",
  ],
  'property-names-unset': [
    'the keys of the response body are no longer restricted to {from} for the status {status}',
    'the keys of the {path} response property are no longer restricted to {from} for the status {status}',
  ],
  'one-of-added': [
    'added {to} to the response body `oneOf` list for the response status {status}',
    'added {to} to the {path} response property `oneOf` list for the response status {status}',
  ],
  'any-of-added': [
    'added {to} to the response body `anyOf` list for the response status {status}',
    'added {to} to the {path} response property `anyOf` list for the response status {status}',
  ],
  'prefix-items-added': [
    "added {to} to the response body 'prefixItems' list for the response status {status}",
    "added {to} to the {path} response property 'prefixItems' list for the response status {status}",
  ],
  'content-encoding-changed': [
    'the response body contentEncoding changed from {from} to {to} for the status {status}',
    'the {path} response property contentEncoding changed from {from} to {to} for the status {status}',
  ],
} as const
