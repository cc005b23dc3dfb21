import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAddress, maskEmail, masked, maskName, maskText } from './masking'

it.each([
  [maskEmail, 'tainara@example.test', 't•••••a@e••••••.test'],
  [maskEmail, 'ab@x.test', 'a•••@x•••.test'],
  [maskName, 'Tainara Exemplo', 'T•••••• E••••••'],
  [maskName, '山田 太郎', '山••• 太•••'],
  [maskName, '😀 Emoji', '😀••• E••••'],
  [maskAddress, '203.0.113.24', '203.0.113.•••'],
  [maskAddress, '2001:db8::1', '2001:db8:•••'],
  [maskText, '000.000.000-00', '•••.•••.•••-••'],
])('%# is masked as it is shown', (mask, clear, shown) => expect(mask(clear)).toBe(shown))

describe('an answer', () => {
  it('keeps what is not personal to the letter', () => {
    const answer = {
      id: 's-1',
      amount: '162.00',
      flag: true,
      none: null,
      list: [1, 'a'],
      descriptor: 'NB*northwind, RECIFE',
      at: '2025-01-06T12:55:48+00:00',
    }
    expect(masked(answer)).toEqual(answer)
  })

  it.each(['reason', 'value', 'paymentMethodIdentifier', 'metaData', 'detail'])(
    'shows no e-mail, wherever it stands: %s',
    (field) => {
      expect(
        JSON.stringify(masked({ [field]: 'write to <ann.lee@mail.example.test>, or ann.lee@mail.example.test!' })),
      ).not.toMatch(/ann|lee|mail/)
    },
  )

  it.each(['valueOf', 'toString', 'hasOwnProperty', 'constructor', '__proto__'])('may have a field named %s', (field) => {
    const answer = JSON.parse(`{"${field}":"a@example.test"}`) as object
    expect(JSON.stringify(masked(answer))).toBe(`{"${field}":"a•••@e••••••.test"}`)
  })

  it('of a million letters without an end is masked in no time', () => {
    const started = performance.now()
    masked({ a: 'x'.repeat(1_000_000), b: 'x@'.repeat(100_000), c: `x@${'y.'.repeat(100_000)}` })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('that is any JSON keeps its shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        expect(outline(masked(answer))).toEqual(outline(answer))
      }),
    )
  })
})

const outline = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'string' ? '' : inner))
