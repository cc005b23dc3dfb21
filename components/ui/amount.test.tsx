// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Amount } from './amount'

afterEach(cleanup)

function shown(value: string | null | undefined, currency = 'BRL') {
  return render(<Amount value={value} currency={currency} />).container.textContent
}

describe('an amount', () => {
  test.each([
    ['1480', 'JPY', '1,480 JPY'],
    ['9.250', 'KWD', '9.250 KWD'],
    ['162.00', 'BRL', '162.00 BRL'],
    ['0.1', 'EUR', '0.1 EUR'],
    ['-60.00', 'BRL', '-60.00 BRL'],
  ])('keeps the digits of %s %s as given', (value, currency, text) => {
    expect(shown(value, currency)).toBe(text)
  })

  test('is exact beyond the numbers a browser can count', () => {
    expect(shown('9007199254740993.07')).toBe('9,007,199,254,740,993.07 BRL')
  })

  test('that is missing is an en dash, never a zero', () => {
    expect(shown(null)).toBe('–')
    expect(shown(undefined)).toBe('–')
    expect(shown('')).toBe('–')
  })

  test('that is no plain decimal is shown as it came', () => {
    expect(shown('1e3')).toBe('1e3 BRL')
  })

  test('has USD beneath, as given', () => {
    const { container } = render(<Amount value="1480" currency="JPY" usd="9.980" usdNote="as given" />)
    expect(container.textContent).toBe('1,480 JPY9.980 USD as given')
  })

  test('in USD is said once, except where the service gives another amount in USD', () => {
    const inUsd = (usd: string) => render(<Amount value="42.84" currency="USD" usd={usd} />).container.textContent
    expect(inUsd('42.84')).toBe('42.84 USD')
    expect(inUsd('46.57')).toBe('42.84 USD46.57 USD')
  })
})
