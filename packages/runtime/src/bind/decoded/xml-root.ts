import { checkCharset } from '../../request/media-type.ts'
import type { Reading } from '../reading/reading.ts'
import { decodeUtf8, withoutMark } from './body-text.ts'
import { decodeBody } from './decode-body.ts'
import { elementOf, loadXmlLibrary, parseXml, plainValue } from './parse-xml.ts'
import type { XmlElement } from './xml-element.ts'

/** The content of the root: its text, or an object of its children. */
export function xmlContent(at: Reading): unknown {
  const root = xmlRoot(at)
  return root === undefined ? undefined : plainValue(root)
}

/** The root element of the body. */
export function xmlRoot(at: Reading): XmlElement | undefined {
  const settings = at.c.bindSettings()
  const { xmlDecoder } = settings
  // Outside `decodeBody`, because a missing parser is not an issue of the request.
  if (xmlDecoder === undefined) loadXmlLibrary()
  checkCharset(at.c.contentType())
  return decodeBody(at, 'XML', (bytes) => {
    const text = withoutMark(decodeUtf8(bytes))
    return xmlDecoder === undefined ? parseXml(text, settings) : elementOf(xmlDecoder(text))
  })
}
