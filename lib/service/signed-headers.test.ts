import { describe, expect, it } from 'vitest'
import { signedHeaders, tokenOf, wireDate } from './transport'

// service-facts 2.14.

const signer = {
  publicKey: 'aa46a835-36fa-4f75-ba3d-dc8785912345',
  secretKey: 'secret-key-test123123123abc',
  serviceId: 'northwind-desk',
  source: 'shop',
} as const
const withZone = 'Y-m-dTH:i:s'
const seed = 'Y-m-d H:i:s.u'

it('the published signature is ours', () => {
  expect(signedHeaders({ ...signer, dateFormat: withZone }, '10.10.10.10', new Date('2024-01-27T23:59:59Z'))).toEqual({
    'x-public-key': 'aa46a835-36fa-4f75-ba3d-dc8785912345',
    'x-buyer-ip': '10.10.10.10',
    'x-date': '2024-01-27T23:59:59',
    'x-token': '5cdc01c2d66c52a513f58e077d85660468852fc141d305888416a151a05dc159',
    'x-source': 'shop',
    'x-id': 'northwind-desk',
  })
})

it('the date of the interface document is signed as it is sent', () => {
  const { 'x-token': token, 'x-date': date } = signedHeaders(
    { ...signer, dateFormat: seed },
    '10.10.10.10',
    new Date('2024-01-27T23:59:59Z'),
  )
  expect([date, token]).toEqual([
    '2024-01-27 23:59:59.000000',
    '9b21fcfad152ae3250fd718d9c7c531a6d9355226f4253aed5c7a6d8426e7083',
  ])
})

it.each([
  ['2024-01-27 23:59:59.000000', '10.10.10.10', '9b21fcfad152ae3250fd718d9c7c531a6d9355226f4253aed5c7a6d8426e7083'],
  ['2024-01-27 23:59:59.123456', '10.10.10.10', '0a0adb2494c85afb4d6f735d17c6ec140a40119a727ba9d60ef0bad37202a5c5'],
  ['2024-01-27 23:59:59.123456', '2001:db8::1', 'a2ca6c44ba13f0966202548df2598e1c8c9c743b53c8fc3d9e6c3d5d0d309106'],
])('%s from %s has the signature of the service facts', (date, ip, token) => expect(tokenOf(signer, ip, date)).toBe(token))

it('the signature that is printed beside other keys is not theirs', () => {
  expect(tokenOf({ secretKey: 'secretKey', publicKey: 'publicKey' }, '10.10.10.10', '2024-01-27T23:59:59')).toBe(
    '71391d3512c3727be080ea0c9d4b445e9edb44e3f55536ef3ccc8b8359c0a958',
  )
})

describe('a date goes out in UTC', () => {
  it.each([
    [seed, '2024-01-27T23:59:59.123Z', '2024-01-27 23:59:59.123000'],
    [seed, '2026-03-29T02:30:00.000+02:00', '2026-03-29 00:30:00.000000'],
    [withZone, '2024-01-27T23:59:59.999Z', '2024-01-27T23:59:59'],
  ] as const)('as %s: %s is %s', (format, moment, sent) => expect(wireDate(new Date(moment), format)).toBe(sent))
})
