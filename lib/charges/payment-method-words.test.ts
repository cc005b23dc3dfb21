import { describe, expect, it } from 'vitest'
import {
  describeMethod,
  methodKind,
  methodName,
  methodToTell,
  storedMethodName,
  storedMethodToTell,
} from './payment-method-words'

const nothing = {
  bin: null,
  brand: null,
  riskSegments: [],
  issuer: null,
  cardType: null,
  cardLevel: null,
  isoCountryName: null,
  email: null,
}
const card = { ...nothing, lastFourDigits: '0119', brand: 'visa', cardType: 'CREDIT', isoATwo: 'BR' }
const bare = { ...nothing, lastFourDigits: null, isoATwo: null }

describe('a payment method in words', () => {
  it.each([
    [{ type: 'card', data: card }, 'visa ••0119', 'visa ••0119, credit, BR'],
    [{ type: 'card', data: { ...card, cardLevel: 'CLASSIC' } }, 'visa ••0119', 'visa ••0119, credit, classic, BR'],
    [{ type: 'card', data: { ...bare, lastFourDigits: '4471' } }, 'card ••4471', 'card ••4471'],
    [{ type: 'card', data: null }, 'card', 'card'],
    [{ type: 'google_pay', data: card }, 'Google Pay, visa ••0119', 'Google Pay, visa ••0119, credit, BR'],
    [{ type: 'pay_pal', data: null }, 'PayPal', 'PayPal'],
    [{ type: 'boleto_flash', data: null }, 'voucher boleto_flash', 'voucher boleto_flash'],
    [{ type: 'moon_pay', data: null }, 'moon_pay', 'moon_pay'],
    [{ type: 'constructor', data: null }, 'constructor', 'constructor'],
    [{ type: null, data: null }, '–', '–'],
    [null, '–', '–'],
  ])('%# %j', (method, name, words) => {
    expect(methodName(method)).toBe(name)
    expect(describeMethod(method)).toBe(words)
  })
})

it('knows a voucher from a card', () => {
  expect(methodKind('boleto_flash')).toBe('voucher')
  expect(methodKind('card')).toBe('card')
  expect(methodKind('moon_pay')).toBe('other')
  expect(methodKind(null)).toBe('other')
})

it('names a stored method by what may be shown of it', () => {
  expect(storedMethodName('card', '0119')).toBe('card ••0119')
  expect(storedMethodName('pay_pal', 'i••••@e••••.test')).toBe('PayPal')
  expect(storedMethodName('moon_pay', null)).toBe('moon_pay')
})

it.each([
  [{ type: 'card', data: card }, 'visa ••0119'],
  [{ type: 'card', data: { ...card, brand: null } }, 'card ••0119'],
  [{ type: 'card', data: { ...card, brand: 'visa_electron' } }, 'card ••0119'],
  [{ type: 'card', data: { ...card, lastFourDigits: '••••' } }, 'visa'],
  [{ type: 'card', data: { ...card, lastFourDigits: '' } }, 'visa'],
  [{ type: 'card', data: { ...card, lastFourDigits: '12345' } }, 'visa'],
  [{ type: 'card', data: null }, null],
  [{ type: 'google_pay', data: card }, 'Google Pay, visa ••0119'],
  [{ type: 'google_pay', data: { ...card, lastFourDigits: '**19' } }, 'Google Pay'],
  [{ type: 'pay_pal', data: null }, 'PayPal'],
  [{ type: 'boleto_flash', data: null }, null],
  [{ type: 'oxxo', data: null }, null],
  [{ type: 'wire_transfer', data: null }, null],
  [{ type: 'pay_with_crypto', data: null }, null],
  [{ type: 'pix_parcelado', data: null }, null],
  [{ type: 'constructor', data: null }, null],
  [{ type: null, data: null }, null],
  [null, null],
])('a customer is told of %j: %s', (method, expected) => {
  expect(methodToTell(method)).toBe(expected)
})

it.each([
  ['card ••0119', 'card ••0119'],
  ['card', 'card'],
  ['PayPal', 'PayPal'],
  ['card ••', null],
  ['wire transfer', null],
  ['pix_parcelado', null],
  ['–', null],
])('a customer is told of the stored method %s: %s', (name, expected) => {
  expect(storedMethodToTell(name)).toBe(expected)
})
