import { expect, test } from 'vitest'
import { masked, maskedForScreen } from './masking'

test.each([
  ['an e-mail that is masked in part', { email: 't•••••a@e••••••.test' }, { email: '•••••' }],
  ['an e-mail that is not masked', { note: 'Write to tainara@example.test, today' }, { note: 'Write to •••••, today' }],
  ['a name', { billing: { firstName: 'T••••••' } }, { billing: { firstName: '•••••' } }],
  ['the last four digits of a card', { data: { lastFourDigits: '0119' } }, { data: { lastFourDigits: '•••••' } }],
  ['the shown part of a payment method', { value: '0119' }, { value: '•••••' }],
  ['a card number that is masked but for its end', { name: 'Plus •••• 1111 or so' }, { name: 'Plus ••••• or so' }],
  ['a card in words', { words: 'visa ••0119, credit, BR' }, { words: 'visa •••••, credit, BR' }],
])('%s is masked whole', (_, given, shown) => {
  expect(maskedForScreen(given)).toEqual(shown)
})

test('the example of our own advice stays', () => {
  const value = {
    title: 'Enter an address such as name@example.test',
    fields: [{ field: 'email', title: 'Not t•••••a@e••••••.test' }],
  }
  expect(maskedForScreen(masked(value))).toEqual({ ...value, fields: [{ field: 'email', title: 'Not •••••' }] })
})

test('ids, amounts, states and what pages are reached by stay', () => {
  const value = {
    buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787',
    amount: '162.00',
    state: 'received',
    value: 'acqlocal',
    url: 'https://a@b.test/',
    at: '2025-03-04T10:02:41Z',
    rows: [1, null, true],
    provider: 'acqlocal',
  }
  expect(maskedForScreen(value)).toEqual(value)
})

test('what was masked before is no more readable after', () => {
  const person = {
    firstName: 'Tainara',
    email: 'tainara@example.test',
    ipAddress: '203.0.113.24',
    zip: '50000-000',
    city: 'Recife',
  }
  expect(Object.values(maskedForScreen(masked(person)))).toEqual(Array(5).fill('•••••'))
})

test('the end of a card that the service has starred itself is hidden', () => {
  expect(maskedForScreen({ paymentMethodIdentifier: '**** **** **** 0119' })).toEqual({ paymentMethodIdentifier: '•••••' })
})
