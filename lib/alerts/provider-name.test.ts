import { expect, it } from 'vitest'
import { isPlainName } from './provider-name'

it.each(['acqlocal', 'Acq Global 2', 'pay-east_1.eu', 'Zahlung Süd'])('%j is a plain name', (name) =>
  expect(isPlainName(name)).toBe(true),
)

it.each([
  ['an e-mail address', 'tainara@example.test'],
  ['an IP address', '203.0.113.24'],
  ['an IP address of few digits', '1.1.1.1'],
  ['a card number', '4111 1111 1111 1111'],
  ['a card number in words', 'card 4111111111111111'],
  ['a phone number', '555-0100'],
  ['digits of another script', '٤١١١١١١١'],
  ['a line break', 'acq\nlocal'],
  ['a control character', 'acq\u0007local'],
  ['a mark that turns the text around', 'acq\u202elocal'],
  ['an address', 'https://example.test/a'],
  ['a long name', 'a'.repeat(65)],
  ['nothing', ''],
])('%s is none: %j', (_, name) => expect(isPlainName(name)).toBe(false))
