import { generateKeyPairSync, sign } from 'node:crypto'

/** A fresh key and a self-signed certificate, in PEM: enough for a client that verifies nothing. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 86_400_000
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + day))
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  const serial = der(0x02, Buffer.from([1]))
  const signed = sequence(serial, ecdsaWithSha256, name, validity, name, subjectKey)
  const signature = sign('sha256', signed, privateKey)
  const certificate = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** One element in ASN.1's DER: tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replaceAll(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
