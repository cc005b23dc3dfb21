import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { environment } from '@/lib/testing/environment'
import { readEnv } from './env'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }).toString()
const own = {
  ...{ code: 'own', kind: 'hmac', origin: 'https://help.example.test', accounts: ['northwind'], level: 'masked' },
  secret: 'a secret of a help desk, long enough for it',
}
const { secret: _, ...common } = own
const zendesk = { ...common, code: 'acme', kind: 'zendesk', publicKey: pem(2_048), audience: 'https://acme.zendesk.test/17' }
const read = (desks: unknown) => readEnv(environment({ HELP_DESKS: typeof desks === 'string' ? desks : JSON.stringify(desks) }))

describe('the help desks of the environment', () => {
  it('are none unless some are given', () => {
    expect(readEnv(environment()).env?.helpDesks).toEqual([])
    expect(read([own, zendesk]).env?.helpDesks.map(({ code, level }) => [code, level])).toEqual([
      ['own', 'masked'],
      ['acme', 'masked'],
    ])
    expect(read([{ ...own, origin: 'http://127.0.0.1:4010' }]).faults).toEqual([])
  })

  it.each([
    ['no JSON', 'x', /isn’t JSON/],
    ['no list', own, /isn’t a JSON array/],
    ['an unknown key', [{ ...own, colour: 'red' }], /unknown keys: colour/],
    ['an unknown kind', [{ ...own, kind: 'other' }], /must be "zendesk" or "hmac"/],
    ['a short secret', [{ ...own, secret: 'short' }], /secret: has fewer than 32 characters/],
    ['no secret', [{ ...common, kind: 'hmac' }], /secret: is missing/],
    ['a secret for Zendesk', [{ ...zendesk, secret: own.secret }], /unknown keys: secret/],
    ['no audience', [{ ...zendesk, audience: undefined }], /audience: is missing/],
    ['a key that is none', [{ ...zendesk, publicKey: 'x' }], /publicKey: isn’t a public RSA key/],
    ['a short key', [{ ...zendesk, publicKey: pem(1_024) }], /publicKey: isn’t a public RSA key/],
    ['an origin with a path', [{ ...own, origin: 'https://help.example.test/' }], /origin: isn’t an https origin/],
    ['two origins', [{ ...own, origin: 'https://a.test https://b.test' }], /origin: isn’t an https origin/],
    ['any origin', [{ ...own, origin: 'https://*.example.test' }], /origin: isn’t an https origin/],
    ['an origin without TLS', [{ ...own, origin: 'http://help.example.test' }], /origin: isn’t an https origin/],
    ['an unknown account', [{ ...own, accounts: ['nobody'] }], /accounts: names a merchant account/],
    ['no account', [{ ...own, accounts: [] }], /accounts: names no merchant account/],
    ['an unknown level', [{ ...own, level: 'all' }], /level: must be "flags" or "masked"/],
    ['a code twice', [own, own], /the code own is used twice/],
    ['an audience twice', [zendesk, { ...zendesk, code: 'second' }], /an audience is used twice/],
  ])('stop the start with the reason and without the value: %s', (_, desks, reason) => {
    const { env, faults } = read(desks)
    expect(env).toBeNull()
    expect(faults.join('\n')).toMatch(reason)
    expect(faults.join('\n')).not.toMatch(/a secret of a help desk|BEGIN PUBLIC KEY/)
  })

  it('are read from a file, or from the variable, and not from both', () => {
    expect(readEnv(environment({ HELP_DESKS: '[]', HELP_DESKS_FILE: '/x' })).faults).toEqual([
      'HELP_DESKS: is set together with HELP_DESKS_FILE; keep one',
    ])
    expect(readEnv(environment({ HELP_DESKS_FILE: '/nowhere' })).faults).toEqual(['HELP_DESKS_FILE: can’t be read (ENOENT)'])
  })
})
