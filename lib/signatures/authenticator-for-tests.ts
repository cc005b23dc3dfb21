import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'
type Options = { challenge: string; rpId?: string; rp?: { id?: string } }
/** What an honest browser and authenticator would do otherwise. */
export type Dishonest = {
  origin?: string
  host?: string
  verified?: boolean
  present?: boolean
  counter?: number
  challenge?: string
  type?: string
  crossOrigin?: boolean | string
  /** What a lenient reader takes for the same client data, or the same signature. */
  clientAs?: (client: Buffer) => Buffer
  signatureAs?: (signature: Buffer) => Buffer
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')

/** A browser with an authenticator in software, for handlers that are called without a browser. */
export class Authenticator {
  readonly credential = randomBytes(32)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  counter = 0

  constructor(
    private readonly origin: string,
    private readonly algorithm: Algorithm = 'ES256',
  ) {
    this.keys =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : algorithm === 'EdDSA'
          ? generateKeyPairSync('ed25519')
          : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  }

  /** Makes the key, as `navigator.credentials.create` does. */
  create(options: unknown, dishonest: Dishonest = {}) {
    const { challenge, rp } = options as Options
    const cose = this.cose()
    const attested = Buffer.concat([Buffer.alloc(16), twoBytes(this.credential.length), this.credential, cose])
    const authData = this.authData(rp?.id ?? '', 0x40, attested, dishonest)
    const object = map([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), map([])],
      [cborText('authData'), bytes(authData)],
    ])
    return {
      id: text(this.credential),
      rawId: text(this.credential),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.client('webauthn.create', challenge, dishonest)),
        attestationObject: text(object),
        transports: ['internal'],
      },
    }
  }

  /** Signs, as `navigator.credentials.get` does. */
  get(options: unknown, dishonest: Dishonest = {}) {
    const { challenge, rpId = '' } = options as Options
    if (this.counter > 0) this.counter += 1
    const authData = this.authData(rpId, 0, Buffer.alloc(0), dishonest)
    const { clientAs = (data: Buffer) => data, signatureAs = (data: Buffer) => data } = dishonest
    const client = clientAs(this.client('webauthn.get', challenge, dishonest))
    const hash = this.algorithm === 'EdDSA' ? null : 'sha256'
    return {
      id: text(this.credential),
      rawId: text(this.credential),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        authenticatorData: text(authData),
        clientDataJSON: text(client),
        signature: text(signatureAs(sign(hash, Buffer.concat([authData, sha256(client)]), this.keys.privateKey))),
      },
    }
  }

  /** What the header `x-signature` carries for what was asked to be signed. */
  header({ id, options }: { id: string; options: unknown }, dishonest: Dishonest = {}): string {
    return Buffer.from(JSON.stringify({ id, assertion: this.get(options, dishonest) })).toString('base64url')
  }

  private client(type: string, challenge: string, dishonest: Dishonest): Buffer {
    const said = { type: dishonest.type ?? type, challenge: dishonest.challenge ?? challenge }
    return Buffer.from(
      JSON.stringify({ ...said, origin: dishonest.origin ?? this.origin, crossOrigin: dishonest.crossOrigin ?? false }),
    )
  }

  private authData(host: string, more: number, rest: Buffer, dishonest: Dishonest): Buffer {
    const { verified = true, present = true } = dishonest
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(dishonest.counter ?? this.counter)
    const flags = Buffer.from([(present ? 0x01 : 0) | (verified ? 0x04 : 0) | more])
    return Buffer.concat([sha256(dishonest.host ?? host), flags, counter, rest])
  }

  private cose(): Buffer {
    const { x = '', y = '', n = '', e = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const part = (value: string) => bytes(Buffer.from(value, 'base64url'))
    if (this.algorithm === 'ES256')
      return map([
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), part(x)],
        [int(-3), part(y)],
      ])
    if (this.algorithm === 'EdDSA')
      return map([
        [int(1), int(1)],
        [int(3), int(-8)],
        [int(-1), int(6)],
        [int(-2), part(x)],
      ])
    return map([
      [int(1), int(3)],
      [int(3), int(-257)],
      [int(-1), part(n)],
      [int(-2), part(e)],
    ])
  }
}

// As much of CBOR as an authenticator writes.
const twoBytes = (length: number) => Buffer.from([length >> 8, length & 0xff])
const headOf = (kind: number, length: number) =>
  length < 24
    ? Buffer.from([(kind << 5) | length])
    : length < 256
      ? Buffer.from([(kind << 5) | 24, length])
      : Buffer.concat([Buffer.from([(kind << 5) | 25]), twoBytes(length)])
const int = (value: number) => (value < 0 ? headOf(1, -1 - value) : headOf(0, value))
const bytes = (data: Buffer) => Buffer.concat([headOf(2, data.length), data])
const cborText = (words: string) => Buffer.concat([headOf(3, words.length), Buffer.from(words)])
const map = (pairs: [Buffer, Buffer][]) => Buffer.concat([headOf(5, pairs.length), ...pairs.flat()])
