import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { typeOfExtension } from '../src/extension-type.ts'
import { subtypes } from '../src/media-subtypes.ts'

test('an extension means one type', () => {
  const seen = new Set<string>()
  for (const list of Object.values(subtypes)) {
    for (const entry of list.split(/,\s*/)) {
      const [subtype = '', ...extensions] = entry.split(' ')
      for (const extension of extensions.length === 0 ? [subtype] : extensions) {
        assert.match(extension, /^[a-z0-9-]+$/)
        assert.not(seen.has(extension), extension)
        seen.add(extension)
      }
    }
  }
  assert.is(seen.size, 462)
})

const known: Readonly<Record<string, string>> = {
  json: 'application/json',
  map: 'application/json',
  xml: 'application/xml',
  js: 'text/javascript',
  ts: 'video/mp2t',
  mpd: 'application/dash+xml',
  jxl: 'image/jxl',
  '.DOCX': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  woff2: 'font/woff2',
  '7z': 'application/x-7z-compressed',
}

test('known extensions, with or without a dot and in any case', () => {
  for (const [extension, type] of Object.entries(known)) assert.is(typeOfExtension(extension), type)
  for (const unknown of ['', '.', '..', 'constructor', '__proto__', 'json ', 'atom+xml']) {
    assert.is(typeOfExtension(unknown), undefined, unknown)
  }
})

test.run()
