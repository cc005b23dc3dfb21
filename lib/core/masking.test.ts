import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskAddress, maskEmail, masked, maskName, maskText, maskTyped } from './masking'

it.each([
  [maskEmail, 'tainara@example.test', 't•••••a@e••••••.test'],
  [maskEmail, 'ab@x.test', 'a•••@x•••.test'],
  [maskName, 'Tainara Exemplo', 'T•••••• E••••••'],
  [maskName, '山田 太郎', '山••• 太•••'],
  [maskName, '😀 Emoji', '😀••• E••••'],
  [maskAddress, '203.0.113.24', '203.0.113.•••'],
  [maskAddress, '2001:db8::1', '2001:db8:•••'],
  [maskText, '000.000.000-00', '•••.•••.•••-••'],
  [
    maskTyped,
    'Ann <ann@x.test> from 203.0.113.24, then 2001:db8::1.',
    'Ann <a•••@x•••.test> from 203.0.113.•••, then 2001:db8:•••.',
  ],
  [maskTyped, '[2001:db8:0:0:0:0:0:1]', '[2001:db8:•••]'],
  [
    maskTyped,
    'ip:203.0.113.24, 203.0.113.24:8443 and ::ffff:203.0.113.24',
    'ip:203.0.113.•••, 203.0.113.•••:8443 and ::ffff:203.0.113.•••',
  ],
  [
    maskTyped,
    '203.0.113.••• 12:30:45 v1.2.3 300.1.1.1 EUR 1.234.567,00',
    '203.0.113.••• 12:30:45 v1.2.3 300.1.1.1 EUR 1.234.567,00',
  ],
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

  it('shows no IP address in what people typed, and leaves alone what is not theirs', () => {
    const typed = {
      reason: 'at 203.0.113.24',
      metaData: { ip: '203.0.113.24', deep: [{ a: '203.0.113.24' }] },
      address: '203.0.113.24',
    }
    expect(masked(typed)).toEqual({
      reason: 'at 203.0.113.•••',
      metaData: { ip: '203.0.113.•••', deep: [{ a: '203.0.113.•••' }] },
      address: '203.0.113.24',
    })
    expect(masked(masked(typed))).toEqual(masked(typed))
  })

  it('shows no IP address in the rows of an effect, and leaves names, days and amounts in them alone', () => {
    const rows = [
      { field: 'metaData', before: 'none', after: 'note: at 203.0.113.24', expects: null },
      { field: 'product', before: '203.0.113.24', after: '2 × NWPLUS1, coupon 10.0.0.7' },
    ]
    const plain = [
      { field: 'email', before: 'o•••e@c•••.test', after: 'n•••e@c•••.test' },
      { field: 'endDate', before: '30 Jun 2099, 12:55', after: '1 Jul 2099', expects: '2099-07-01' },
      { field: 'product', before: 'Plus 2.1', after: '3 × NWPLUS3, custom price 1.234,50' },
    ]
    const effect = { rows, later: [], warnings: [], zone: 'UTC' }
    expect(JSON.stringify(masked({ effect }))).not.toMatch(/113\.2|0\.7/)
    expect(masked({ rows: plain })).toEqual({ rows: plain })
    expect(masked({ before: '203.0.113.24' })).toEqual({ before: '203.0.113.24' }) // a setting may be an address
  })

  it('shows no IP address in the names of a merchant’s own map', () => {
    expect(masked({ metaData: { '203.0.113.24': 1, deep: { '203.0.113.25': 2 } }, '203.0.113.24': 3 })).toEqual({
      metaData: { '203.0.113.•••': 1, deep: { '203.0.113.•••': 2 } },
      '203.0.113.24': 3,
    })
  })

  it('keeps the example of our own advice, and masks every address that only looks like it', () => {
    const advice = 'Enter an address such as name@example.test'
    expect(masked({ fields: [{ field: 'email', title: advice }] })).toEqual({ fields: [{ field: 'email', title: advice }] })
    expect(masked('surname@example.test, name@example.test.example')).toBe('s•••••e@e••••••.test, n•••e@e•••••••••.example')
  })

  it.each(['valueOf', 'toString', 'hasOwnProperty', 'constructor', '__proto__'])('may have a field named %s', (field) => {
    const answer = JSON.parse(`{"${field}":"a@example.test"}`) as object
    expect(JSON.stringify(masked(answer))).toBe(`{"${field}":"a•••@e••••••.test"}`)
  })

  it('of a million letters without an end is masked in no time', () => {
    masked({ a: 'x'.repeat(1_000_000), b: 'x@'.repeat(100_000), c: `x@${'y.'.repeat(100_000)}` })
    masked({ note: '1.'.repeat(200_000), text: '1:'.repeat(200_000), words: 'a'.repeat(500_000) })
    const last = masked({ d: 'x%40'.repeat(100_000), e: `x%40${'y.'.repeat(100_000)}`, f: '%41'.repeat(100_000) })
    expect(Object.keys(last)).toEqual(['d', 'e', 'f'])
  }, 20_000)

  it('shows no e-mail in the name of a field either, and loses no value for that', () => {
    const answer = { metaData: { 'jane@example.test': 1, 'june@example.test': 2, plain: 3 } }
    const shown = masked(answer)
    expect(shown).toEqual({ metaData: { 'j•••e@e••••••.test': 1, 'j•••e@e••••••.test 2': 2, plain: 3 } })
    expect(masked(shown)).toEqual(shown)
  })

  it.each([
    'https://shop.example.test/?of=ann.lee%40mail.example.test&x=1',
    'ann.lee%40mail.example.test',
    'ann.lee＠mail.example.test',
    'ann%2Blee%40mail.example.test',
  ])('shows no e-mail that is written otherwise: %s', (text) => {
    expect(masked({ metaData: { url: text } }).metaData.url).not.toMatch(/ann|lee|mail/)
  })

  it('keeps the address of a payment page to the letter, and not one that stands alike in a merchant’s own map', () => {
    const answer = { data: { url: 'https://pay.example.test/ann.lee@mail.example.test' } }
    expect(masked(answer)).toEqual(answer)
    expect(JSON.stringify(masked({ metaData: answer }))).not.toMatch(/ann|lee|mail/)
  })

  it('masked again is what it was', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        expect(masked(masked(text))).toBe(masked(text))
      }),
    )
  })

  it.each(['from fe80::1', 'a 2a00::5, b 2001:db8::', '1::2:3:4:5:6:7'])(
    'nor does an IP address grow each time: %s',
    (reason) => {
      const once = masked({ reason })
      expect(once.reason).toMatch(/::?•••/)
      expect(masked(once)).toEqual(once)
    },
  )

  it('that is any JSON without an address in it keeps its shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        fc.pre(!/[@＠%]/.test(JSON.stringify(answer)))
        expect(outline(masked(answer))).toEqual(outline(answer))
      }),
    )
  })
})

const outline = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => (typeof inner === 'string' ? '' : inner))
