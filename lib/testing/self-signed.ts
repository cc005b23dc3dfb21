import 'server-only'
import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate for 127.0.0.1 that nobody has signed but itself, made on the spot so that no key lies in the tree. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from('127.0.0.1')))))
  const validity = sequence(der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const algorithm = sequence(objectId('2a8648ce3d040302')) // ecdsa-with-SHA256
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const certificateBody = sequence(
    version,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const whole = sequence(certificateBody, algorithm, der(0x03, Buffer.from([0]), sign('sha256', certificateBody, privateKey)))
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255]), content])
}
