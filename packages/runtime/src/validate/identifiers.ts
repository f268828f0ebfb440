/* Identifiers and digests of fixed shape: the expressions of go-playground/validator v10. */

const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
const uuid3 = /^[0-9a-f]{8}-[0-9a-f]{4}-3[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const uuid5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const ulid = /^[A-HJKMNP-TV-Z0-9]{26}$/i
const md5 = /^[0-9a-f]{32}$/
const sha256 = /^[0-9a-f]{64}$/
const semver = /* @__PURE__ */ semverPattern()
const jwt = /^[A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]+\.[A-Za-z0-9\-_]*$/
const e164 = /^\+?[1-9]\d{7,14}$/

/** Any version, with hyphens, in either case. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** In lower case, like the other versioned forms. */
export function isUuid3(text: string): boolean {
  return uuid3.test(text)
}

export function isUuid4(text: string): boolean {
  return uuid4.test(text)
}

export function isUuid5(text: string): boolean {
  return uuid5.test(text)
}

export function isUlid(text: string): boolean {
  return ulid.test(text)
}

export function isMd5(text: string): boolean {
  return md5.test(text)
}

export function isSha256(text: string): boolean {
  return sha256.test(text)
}

function semverPattern(): RegExp {
  const number = '(?:0|[1-9]\\d*)'
  const label = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)'
  const tail = `(?:-${label}(?:\\.${label})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?`
  return new RegExp(`^${number}\\.${number}\\.${number}${tail}$`)
}

/** semver.org, version 2. */
export function isSemver(text: string): boolean {
  return semver.test(text)
}

/** Three dotted base64url parts, the last possibly empty. Nothing is decoded. */
export function isJwt(text: string): boolean {
  return jwt.test(text)
}

/** A telephone number, E.164. */
export function isE164(text: string): boolean {
  return e164.test(text)
}
