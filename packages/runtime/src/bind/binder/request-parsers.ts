import type { FindIssues } from '../../validate/issues.ts'
import { cborValue, msgPackValue } from '../decoded/binary-body.ts'
import { bodyText } from '../decoded/body-text.ts'
import { exactJsonBody, jsonBody } from '../decoded/json-body.ts'
import type { XmlElement } from '../decoded/xml-element.ts'
import { xmlRoot } from '../decoded/xml-root.ts'
import { multipartPairs } from '../multipart/multipart-pairs.ts'
import type { BinderParts } from '../parsers/binder-parts.ts'
import { bodyFormat, hasBody, isMultipart } from '../parsers/body-format.ts'
import type { BodyFormat, BodyFormats } from '../parsers/body-formats.ts'
import type { Parsers, StreamRules } from '../parsers/parsers.ts'
import { type BindInput, type BindSettings, defaultLimits } from '../reading/bind-input.ts'
import { into } from '../reading/into.ts'
import { refuse } from '../reading/issue-error.ts'
import { Reading } from '../reading/reading.ts'
import { similarKey } from '../reading/similar-key.ts'
import { throwIssues } from '../reading/throw-issues.ts'
import { bindLater } from '../reading/watched-promise.ts'
import { cookieText } from '../sources/cookie-text.ts'
import { CookiePairs } from '../text/cookie-pairs.ts'
import type { KeyTable } from '../text/key-table.ts'
import type { TextPairs } from '../text/text-pairs.ts'
import { UrlencodedPairs } from '../text/urlencoded-pairs.ts'
import { readNothing, readSentBody } from './sent-body.ts'
import { Upload, UploadReading } from './upload.ts'
import { streamCheck, validated, validatedAsync } from './validated.ts'

/** Parses requests as they were sent. */
class RequestParsers implements Parsers {
  bind<R extends object>(parts: BinderParts<R, FindIssues<R>>, c: BindInput, out: object | undefined): R {
    const at = new Reading(c, out, parts.dto.unknown)
    const made = parts.read(at)
    throwIssues(at)
    return validated(at, parts, into(out, made))
  }

  bindAsync<R extends object>(parts: BinderParts<R>, c: BindInput, out: object | undefined): Promise<R> {
    return bindLater(c, parts.asyncName ?? parts.dto.name, async () => {
      const at = new Reading(c, out, parts.dto.unknown)
      const made = parts.read(at)
      throwIssues(at)
      return validatedAsync(at, parts, into(out, made))
    })
  }

  bindUpload<R extends object>(
    parts: BinderParts<R>,
    streams: readonly StreamRules[],
    c: BindInput,
    out: object | undefined,
  ): Promise<R> {
    return bindLater(c, parts.asyncName ?? parts.dto.name, async () => {
      const upload = new Upload(c, streams, streamCheck)
      const at = new UploadReading(upload, c, out, parts.dto.unknown)
      await upload.readFields(at)
      const made = parts.read(at)
      throwIssues(at)
      const result = await validatedAsync(at, parts, into(out, made))
      upload.checkFirst()
      return result
    })
  }

  query(at: Reading, keys?: KeyTable): TextPairs {
    return new UrlencodedPairs('query', at.c.rawQuery(), at, keys)
  }

  /** A multipart/form-data body by its parts, any other body as application/x-www-form-urlencoded. */
  form(at: Reading, keys?: KeyTable): TextPairs {
    if (at.isEmpty) return new UrlencodedPairs('body', '', at, keys)
    if (at instanceof UploadReading) return at.upload.pairs(at, keys)
    if (isMultipart(at.c)) return multipartPairs(at, keys)
    return new UrlencodedPairs('body', bodyText(at.c), at, keys)
  }

  cookies(at: Reading, keys?: KeyTable): CookiePairs {
    return new CookiePairs(cookieText(at.c.rawHeaders()), at, keys)
  }

  json(at: Reading, isExact: boolean | 'written'): unknown {
    return isExact === false ? jsonBody(at) : exactJsonBody(at, isExact)
  }

  msgPack(at: Reading): unknown {
    return msgPackValue(at)
  }

  cbor(at: Reading): unknown {
    return cborValue(at)
  }

  xml(at: Reading): XmlElement | undefined {
    return xmlRoot(at)
  }

  body<R>(at: Reading, formats: BodyFormats<R>, isOptional: boolean): R {
    return isOptional && !hasBody(at.c) ? readNothing(at, formats) : readSentBody(at, formats)
  }

  bodyFormat(c: BindInput): BodyFormat | undefined {
    return bodyFormat(c)
  }
}

/** The defaults of {@link BindSettings}. */
export const defaultBindSettings: BindSettings = /* @__PURE__ */ requestSettings()

function requestSettings(): BindSettings {
  return { ...defaultLimits, similarKey, refuse, parsers: new RequestParsers() }
}
