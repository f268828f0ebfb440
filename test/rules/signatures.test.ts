import { beginsLike, hasSignature } from '@ctxgen/core/rules/signatures'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

// The first bytes of files as common programs write them, and the types that they may be sent as. Of the other types in the
// table each must be refused.

const zero = (count: number): string => '\0'.repeat(count)
const isoMp4 = `${zero(3)}\x20ftypisom${zero(2)}\x02\0isomiso2avc1mp41`
const ebml = (type: string): string =>
  `\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82${String.fromCharCode(0x80 + type.length)}${type}`
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const files: readonly (readonly [head: string, ...types: string[]])[] = [
  [`\x89PNG\r\n\x1a\n${zero(3)}\rIHDR`, 'image/png'],
  ['\xff\xd8\xff\xe0\0\x10JFIF\0\x01', 'image/jpeg'],
  ['\xff\xd8\xff\xe1\x1a\x10Exif\0\0', 'image/jpeg'],
  ['GIF89a\x04\0\x04\0', 'image/gif'],
  ['GIF87a\x04\0\x04\0', 'image/gif'],
  ['RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
  [`${zero(3)}\x20ftypavif${zero(4)}avifmif1miaf`, 'image/avif'],
  [`${zero(3)}\x20ftypmif1${zero(4)}mif1avifmiaf`, 'image/avif', 'image/heic'],
  [`${zero(3)}\x18ftypheic${zero(4)}mif1heic`, 'image/heic'],
  ['BM\x7a\0\0\0\0\0\0\0\x7a\0', 'image/bmp'],
  ['II*\0\x08\0\0\0', 'image/tiff'],
  ['MM\0*\0\0\0\x08', 'image/tiff'],
  ['\0\0\x01\0\x01\0\x10\x10', 'image/x-icon'],
  ['%PDF-1.7\n%\xe2\xe3', 'application/pdf'],
  ['{\\rtf1\\ansi', 'application/rtf'],
  ['PK\x03\x04\x14\0\x06\0', 'application/zip', word],
  [`PK\x05\x06${zero(18)}`, 'application/zip', word],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword'],
  ['\x1f\x8b\x08\0\0\0\0\0', 'application/gzip'],
  [`notes.txt${zero(248)}ustar\x0000`, 'application/x-tar'],
  [`notes.txt${zero(248)}ustar  \0`, 'application/x-tar'],
  ["7z\xbc\xaf'\x1c\0\x04", 'application/x-7z-compressed'],
  ['Rar!\x1a\x07\x01\0', 'application/vnd.rar'],
  ['\xfd7zXZ\0\0\x04', 'application/x-xz'],
  ['BZh91AY&SY\x1d\x5e', 'application/x-bzip2'],
  ['\x28\xb5\x2f\xfd\x24\x03', 'application/zstd'],
  ['\0asm\x01\0\0\0', 'application/wasm'],
  ['SQLite format 3\0\x10\0', 'application/vnd.sqlite3'],
  [isoMp4, 'video/mp4'],
  [`${zero(3)}\x1cftypM4A ${zero(4)}M4A mp42isom`, 'video/mp4'],
  [`${zero(3)}\x14ftypqt  ${zero(4)}qt  `, 'video/quicktime'],
  [`${zero(2)}\x04\xd2moov${zero(3)}lmvhd`, 'video/quicktime'],
  [ebml('webm'), 'video/webm'],
  [ebml('matroska'), 'video/matroska'],
  // ffmpeg writes the size of the header in eight bytes.
  [ebml('webm').replace('\x9f', '\x01\0\0\0\0\0\0\x1f'), 'video/webm'],
  ['RIFF\x24\0\0\0AVI LIST', 'video/x-msvideo'],
  ['\0\0\x01\xba\x44\0', 'video/mpeg'],
  ['ID3\x04\0\0\0\0', 'audio/mpeg', 'audio/aac', 'audio/flac'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\xff\xf1\x50\x80', 'audio/aac'],
  ['OggS\0\x02\0\0', 'audio/ogg'],
  ['RIFF\x24\0\0\0WAVEfmt ', 'audio/wav'],
  ['fLaC\0\0\0\x22', 'audio/flac'],
  ['FORM\0\0\0\x2eAIFFCOMM', 'audio/aiff'],
  ['MThd\0\0\0\x06', 'audio/midi'],
  ['wOFF\0\x01\0\0', 'font/woff'],
  ['wOF2\0\x01\0\0', 'font/woff2'],
  ['\0\x01\0\0\0\x0f', 'font/ttf'],
  ['OTTO\0\x0b', 'font/otf'],
]
const types = [...new Set(files.flatMap(([, ...own]) => own))]

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function typesOf(head: string): readonly string[] {
  return types.filter((type) => beginsLike(type, bytesOf(head)))
}

test('a file begins like its types, and like no other', () => {
  for (const [head, ...own] of files) assert.equal([...typesOf(head)].sort(), [...own].sort(), own[0])
})

test('a file that is cut off within its signature, and text, begin like no type', () => {
  for (const [head] of files.filter(([head]) => head.length < 257))
    assert.equal(typesOf(head.slice(0, 1)), [])
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    'all free',
    'a,b\n',
    '{}',
  ])
    assert.equal(typesOf(text), [], text)
})

test('a type or a range has a signature, or not', () => {
  for (const known of ['image/jpg', 'image/*', 'audio/*', 'font/*', '*/*', word])
    assert.ok(hasSignature(known), known)
  for (const unknown of ['text/csv', 'text/html', 'image/svg+xml', 'model/*', 'application/octet-stream', ''])
    assert.not(hasSignature(unknown), unknown)
})

test.run()
