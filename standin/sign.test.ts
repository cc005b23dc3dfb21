import { expect, test } from 'vitest'
import { sendingDate, signToken } from './sign'

const published = {
  secretKey: 'secret-key-test123123123abc',
  publicKey: 'aa46a835-36fa-4f75-ba3d-dc8785912345',
  buyerIp: '10.10.10.10',
  date: '2024-01-27T23:59:59',
}

test('the published vector is reproduced', () => {
  expect(signToken(published)).toBe('5cdc01c2d66c52a513f58e077d85660468852fc141d305888416a151a05dc159')
})

test.each([
  ['2024-01-27 23:59:59.000000', '10.10.10.10', '9b21fcfad152ae3250fd718d9c7c531a6d9355226f4253aed5c7a6d8426e7083'],
  ['2024-01-27 23:59:59.123456', '10.10.10.10', '0a0adb2494c85afb4d6f735d17c6ec140a40119a727ba9d60ef0bad37202a5c5'],
  ['2024-01-27 23:59:59.123456', '2001:db8::1', 'a2ca6c44ba13f0966202548df2598e1c8c9c743b53c8fc3d9e6c3d5d0d309106'],
])('the further values of the facts are reproduced: %s from %s', (date, buyerIp, token) => {
  expect(signToken({ ...published, date, buyerIp })).toBe(token)
})

test('a sending date has six fraction digits and is in UTC', () => {
  expect(sendingDate(new Date('2025-02-19T23:59:59.123Z'))).toBe('2025-02-19 23:59:59.123000')
})
