/**
 * The first bytes of the usual types of files, as sources of regular expressions over bytes. Where the sources differ,
 * browsers' rules (https://mimesniff.spec.whatwg.org) are followed. Types in one row begin alike.
 */
const rows: readonly (readonly [types: string, begin: string])[] = [
  // PNG, third edition, 5.2
  ['image/png image/apng image/x-png', '\x89PNG\r\n\x1a\n'],
  // ITU-T T.81, B.1: SOI, then a marker
  ['image/jpeg image/jpg image/pjpeg', '\xff\xd8\xff'],
  // GIF89a, 17
  ['image/gif', 'GIF8[79]a'],
  // RFC 9649, 2.4
  ['image/webp', 'RIFF.{4}WEBP'],
  // AV1 Image File Format, 6 and 7; ISO/IEC 14496-12, 4.3: a box `ftyp` with brands
  ['image/avif image/avif-sequence', '\0\0..ftyp(?:avi[fs]|m[is]f1.{4}(?:.{4}){0,12}avi[fs])'],
  // ISO/IEC 23008-12, annex B
  ['image/heic image/heif image/heic-sequence image/heif-sequence', '\0\0..ftyp(?:he[iv][cmsx]|m[is]f1)'],
  // ISO/IEC 18181-2, 9: a codestream, or a container
  ['image/jxl', '\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n'],
  // BITMAPFILEHEADER: its reserved fields are zero
  ['image/bmp image/x-ms-bmp', 'BM.{4}\0{4}'],
  // TIFF 6.0, section 2
  ['image/tiff', 'II\\*\0|MM\0\\*'],
  // The WHATWG's table: an icon or a cursor
  ['image/x-icon image/vnd.microsoft.icon', '\0\0[\x01\x02]\0'],
  // Adobe Photoshop File Formats Specification
  ['image/vnd.adobe.photoshop image/x-photoshop', '8BPS\0[\x01\x02]'],
  // ISO 32000-2, 7.5.2
  ['application/pdf application/x-pdf', '%PDF-'],
  // PostScript Language Reference, third edition, 3.2: a program; conforming ones go on with `-Adobe-`
  ['application/postscript', '%!PS'],
  // Rich Text Format 1.9.1
  ['application/rtf text/rtf', '\\{\\\\rtf'],
  // APPNOTE.TXT, 4.3.7; an empty archive begins with 4.3.16. OOXML, ODF, EPUB and JAR are archives of this form.
  [
    'application/zip application/x-zip-compressed application/epub+zip application/java-archive ' +
      'application/vnd.android.package-archive ' +
      'application/vnd.openxmlformats-officedocument.* application/vnd.oasis.opendocument.*',
    'PK(?:\x03\x04|\x05\x06)',
  ],
  // [MS-CFB], 2.2
  [
    'application/msword application/vnd.ms-excel application/vnd.ms-powerpoint application/vnd.ms-outlook',
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  ],
  // RFC 1952, 2.3.1
  ['application/gzip application/x-gzip', '\x1f\x8b\x08'],
  // POSIX.1, pax, ustar interchange format
  ['application/x-tar', '.{257}ustar'],
  // 7zFormat.txt
  ['application/x-7z-compressed', "7z\xbc\xaf'\x1c"],
  // RAR technotes 4 and 5
  ['application/vnd.rar application/x-rar-compressed application/x-rar', 'Rar!\x1a\x07'],
  // The .xz File Format, 2.1.1.1
  ['application/x-xz', '\xfd7zXZ\0'],
  // bzip2's manual, then the magic of a block
  ['application/x-bzip2 application/x-bzip application/bzip2', 'BZh[1-9](?:1AY&SY|\x17rE8P\x90)'],
  // RFC 8878, 3.1.1
  ['application/zstd', '\\(\xb5/\xfd'],
  // WebAssembly Core Specification, 5.5.16
  ['application/wasm', '\0asm'],
  // Database File Format of SQLite, 1.3.1
  ['application/vnd.sqlite3 application/x-sqlite3', 'SQLite format 3\0'],
  // The QuickTime File Format: a brand, or an old file that begins with another atom
  ['video/quicktime', '\0\0..ftypqt  |[\0-\x1f].{3}(?:moov|mdat|wide|free|skip|pnot)'],
  // ISO/IEC 14496-14; 3GPP TS 26.244: any brand but those of images and QuickTime
  [
    'video/mp4 audio/mp4 video/x-m4v audio/x-m4a audio/m4a video/3gpp audio/3gpp video/3gpp2 audio/3gpp2',
    '\0\0..ftyp(?!qt  |avi[fs]|he[iv][cmsx]|m[is]f1)',
  ],
  // RFC 8794 and 9559: an EBML header with its DocType
  ['video/webm audio/webm', '\x1aE\xdf\xa3.{0,60}?B\x82.{0,8}?webm'],
  [
    'video/matroska video/x-matroska audio/matroska audio/x-matroska video/matroska-3d',
    '\x1aE\xdf\xa3.{0,60}?B\x82.{0,8}?matroska',
  ],
  // AVI RIFF File Reference
  ['video/x-msvideo video/avi video/msvideo video/vnd.avi', 'RIFF.{4}AVI '],
  // ISO/IEC 13818-1, 2.5.3.3, and 11172-2: a pack, or a sequence header
  ['video/mpeg', '\0\0\x01[\xba\xb3]'],
  // ID3 2.4, 3.1, or a frame of layer III or II (ISO/IEC 11172-3, 2.4.2.3)
  ['audio/mpeg audio/mp3 audio/x-mp3', 'ID3|\xff[\xf2-\xf5\xfa-\xfd\xe2-\xe5]'],
  // ISO/IEC 13818-7, 6.2: ADTS
  ['audio/aac audio/x-aac audio/aacp', 'ID3|\xff[\xf0\xf1\xf8\xf9]|ADIF'],
  // RFC 3533, 6
  ['audio/ogg video/ogg application/ogg audio/opus audio/x-vorbis+ogg', 'OggS\0'],
  // RFC 2361; RIFF WAVE, and RF64 of EBU Tech 3306
  ['audio/wav audio/wave audio/x-wav audio/vnd.wave', '(?:RIFF|RF64).{4}WAVE'],
  // RFC 9639, 8; taggers put an ID3 tag before it
  ['audio/flac audio/x-flac', 'fLaC|ID3'],
  // AIFF 1.3
  ['audio/aiff audio/x-aiff', 'FORM.{4}AIF[FC]'],
  // Standard MIDI Files 1.0
  ['audio/midi audio/x-midi audio/mid', 'MThd'],
  // WOFF and WOFF 2 of the W3C; OpenType 1.9, "Organization of an OpenType font"
  ['font/woff application/font-woff', 'wOFF'],
  ['font/woff2', 'wOF2'],
  ['font/ttf application/x-font-ttf', '\0\x01\0\0|true'],
  ['font/otf application/x-font-otf', 'OTTO'],
]

/** The length of the longest signature. */
export const signatureBytes = 262

/** Whether a file begins as those of a type do; `false` for a type without a signature. */
export function beginsLike(type: string, head: Uint8Array): boolean {
  const begin = signatureOf(type)
  if (begin === undefined) return false
  return new RegExp(`^(?:${begin})`, 's').test(String.fromCharCode(...head.subarray(0, signatureBytes)))
}

/** Whether a type, or some type of a range such as `image/*`, has a signature. */
export function hasSignature(range: string): boolean {
  if (!range.endsWith('/*')) return signatureOf(range) !== undefined
  return (
    range === '*/*' ||
    rows.some(([types]) => types.split(' ').some((one) => one.startsWith(range.slice(0, -1))))
  )
}

function signatureOf(type: string): string | undefined {
  const isIts = (name: string): boolean =>
    name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name
  return rows.find(([types]) => types.split(' ').some(isIts))?.[1]
}
