import { describe, expect, it } from 'vitest'
import { refusals } from '../testing/refusals'
import {
  country,
  couponCode,
  currency,
  day,
  discount,
  email,
  filled,
  line,
  locale,
  productCode,
  sequence,
  uuid,
  uuidSegment,
  whole,
  wholeText,
} from './scalars'

const percentage = 'Enter a percentage from 0.01 to 99.99'
const anId = 'Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787'

describe('a discount is a number from 0.01 to 99.99 (A37)', () => {
  it.each([0.01, 0.1, 15, 33.33, 99.99])('takes %s', (value) => expect(refusals(discount, value)).toEqual([]))
  it.each([0, 0.009, 1e-7, -1, 99.991, 100, '10', '', null, Number.NaN, Number.POSITIVE_INFINITY, true])('refuses %j', (value) =>
    expect(refusals(discount, value)).toContain(percentage),
  )
})

describe('a line of text holds as many characters as a person counts (A29, A38)', () => {
  const up = line(255)
  it.each([
    ['255 letters', 'a'.repeat(255)],
    ['255 emoji', '😀'.repeat(255)],
    ['255 letters between spaces', ` ${'é'.repeat(255)} `],
    ['nothing', ''],
  ])('takes %s', (_, text) => expect(refusals(up, text)).toEqual([]))
  it.each([
    ['256 letters', 'a'.repeat(256)],
    ['256 emoji', '😀'.repeat(256)],
  ])('refuses %s', (_, text) => expect(refusals(up, text)).toEqual(['Use 255 characters or fewer']))
  it.each(['\u0000', '\u001b', '\u007f', '\u0085', '\r\n', '\t'])('refuses a control character inside: %j', (control) =>
    expect(refusals(up, `Asked${control}by phone`)).toEqual(['Remove line breaks and control characters']),
  )
  it('drops the space around it', () => expect(up.parse('  Asked by phone\n')).toBe('Asked by phone'))
  it('asks for a text where something must stand', () =>
    expect(['   ', '\u200b', '\u2060 \u200e'].map((text) => refusals(filled(255, 'Enter a reason'), text))).toEqual(
      Array(3).fill(['Enter a reason']),
    ))
})

describe('a day is a day of the calendar (A38)', () => {
  it.each(['2026-02-28', '2028-02-29', '2099-12-31'])('takes %s', (value) => expect(refusals(day, value)).toEqual([]))
  it.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00',
    '01.02.2026',
    '',
    null,
    20260101,
  ])('refuses %j', (value) => expect(refusals(day, value)).toContain('Use YYYY-MM-DD for the day'))
  it('refuses the end of time', () => expect(refusals(day, '9999-12-31')).toEqual(['Enter a day before the year 2100']))
})

describe('codes are those of their lists, in the case the service wants', () => {
  it.each([
    [country, ' de ', 'DE'],
    [country, 'GB', 'GB'],
    [country, 'tl', 'TL'],
    [currency, 'eur', 'EUR'],
    [currency, 'KWD', 'KWD'],
    [locale, 'EN', 'en'],
    [locale, 'nl', 'nl'],
  ])('takes a known one: %#', (schema, given, sent) => expect(schema.parse(given)).toBe(sent))
  it.each([
    [country, 'DEU', 'Use a two-letter country code, such as DE'],
    [country, 'D', 'Use a two-letter country code, such as DE'],
    [country, '12', 'Use a two-letter country code, such as DE'],
    [country, 49, 'Use a two-letter country code, such as DE'],
    [country, 'ZZ', 'Unknown code'],
    [country, 'UK', 'Unknown code'], // GB is what is meant
    [country, 'SU', 'Unknown code'],
    [currency, 'EURO', 'Use a three-letter currency code, such as EUR'],
    [currency, '€', 'Use a three-letter currency code, such as EUR'],
    [currency, 'ABC', 'Unknown code'],
    [currency, 'XXX', 'Unknown code'],
    [locale, 'eng', 'Use a two-letter language code, such as en'],
    [locale, 'en-GB', 'Use a two-letter language code, such as en'],
    [locale, 'xx', 'Unknown code'],
  ])('refuses another: %#', (schema, given, why) => expect(refusals(schema, given)).toEqual([why]))
})

describe('an id is a uuid of any version', () => {
  it('is sent in lower case', () =>
    expect(uuid.parse(' 31D21526-A9D9-4B2F-AE75-32594EEE2787 ')).toBe('31d21526-a9d9-4b2f-ae75-32594eee2787'))
  it.each([
    '',
    '-'.repeat(36),
    '{31d21526-a9d9-4b2f-ae75-32594eee2787}',
    '31d21526a9d94b2fae7532594eee2787',
    '31d21526-a9d9-4b2f-ae75-32594eee278',
    null,
    7,
  ])('is not %j', (value) => expect(refusals(uuid, value)).toContain(anId))
  it.each([
    '31d21526-a9d9-4b2f-ae75-32594eee2787 ',
    '31d21526-a9d9-4b2f-ae75-32594eee2787\n',
    '31d21526-a9d9-4b2f-ae75-32594eee2787\u0000',
  ])('is in an address exactly that: not %j', (value) => expect(refusals(uuidSegment, value)).toEqual([anId]))
})

describe('a sequence is 16 to 19 digits and stays text', () => {
  it.each(['1234567890123456', '1234567890123456789', '0000000000000000001'])('keeps every digit of %s', (value) =>
    expect(sequence.parse(value)).toBe(value),
  )
  it.each(['123456789012345', '12345678901234567890', '12345678901234567a', 1234567890123456, ''])('refuses %j', (value) =>
    expect(refusals(sequence, value)).toEqual(['Enter 16 to 19 digits']),
  )
})

describe('product and coupon codes have the letters of the service', () => {
  const ofProduct = 'Use capital letters, digits, - or _ for the product code'
  const ofCoupon = 'Use up to 32 letters, digits, - or _ for the coupon'
  it.each([
    [productCode, 'NW_PLUS-12'],
    [productCode, 'A'.repeat(64)],
    [couponCode, 'Welcome_10-a'],
    [couponCode, 'a'.repeat(32)],
  ])('takes %#', (schema, value) => expect(refusals(schema, value)).toEqual([]))
  it.each([
    [productCode, 'nwplus', ofProduct],
    [productCode, 'A'.repeat(65), ofProduct],
    [productCode, '', ofProduct],
    [couponCode, 'ten percent', ofCoupon],
    [couponCode, 'a'.repeat(33), ofCoupon],
    [couponCode, 'prozént', ofCoupon],
  ])('refuses %#', (schema, value, why) => expect(refusals(schema, value)).toEqual([why]))
})

describe('an e-mail is an address', () => {
  it.each([
    'a@example.test',
    'A.b+c_d%e/f@sub.example.test',
    "o'neil@example.test",
    'a@xn--mnchen-3ya.xn--p1ai',
    ' t@example.test ',
  ])('takes %j', (value) => expect(refusals(email, value)).toEqual([]))
  it.each([
    '',
    'a',
    'a@',
    '@example.test',
    'a b@example.test',
    'a@example',
    'a@example.test\u0000',
    'a@b@example.test',
    'admin＠example.test',
    null,
  ])('refuses %j', (value) => expect(refusals(email, value)[0]).toMatch(/^Enter an (e-mail address|address such as)/))
  it('has at most 254 characters', () =>
    expect(refusals(email, `${'a'.repeat(250)}@example.test`)).toContain('Use 254 characters or fewer'))
})

describe('a whole number', () => {
  it.each([1, 10])('takes %s of 1 to 10', (value) => expect(refusals(whole(1, 10), value)).toEqual([]))
  it.each([0, 11, 1.5, '3', null, Number.NaN])('refuses %j', (value) =>
    expect(refusals(whole(1, 10), value)).toContain('Enter a whole number from 1 to 10'),
  )
  it('is read from a query as a number', () => expect(wholeText('Enter how many').parse('0025')).toBe(25))
  it.each(['', '-1', '1.5', '1e3', '1234567890', ' 5', ['5', '6']])('is not read from %j', (value) =>
    expect(refusals(wholeText('Enter how many'), value)).toEqual(['Enter how many']),
  )
})
