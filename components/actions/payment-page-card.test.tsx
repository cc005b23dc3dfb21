// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PaymentPageCard } from './payment-page-card'

afterEach(cleanup)

const show = (url: string) => render(<PaymentPageCard answer={{ data: { url, params: {} } }} quote={null} />)

test.each([
  'http://pay.example.test/Wq7LmR2x',
  'javascript:alert(1)//https://',
  'data:text/html,https://pay.example.test',
  '//pay.example.test/x',
  'pay.example.test/x',
  'https://',
  'https://pay.example.test@evil.example.test/',
  'https://evil.example.test\\@pay.example.test/',
  ' https://pay.example.test/x',
])('an address that is not plain https is text and flagged, never a link, a code or a copy: %j', async (url) => {
  const { container } = show(url)
  expect(screen.getByRole('alert').textContent).toMatch(/isn’t a plain https address.*Don’t send it/)
  expect(container.textContent).toContain(url.trim())
  for (const role of ['link', 'img', 'button']) expect(screen.queryByRole(role)).toBeNull()
})

test('an https address is a link, a code and a copy, whatever is in its query', async () => {
  show('https://pay.example.test/x?to=a@example.test')
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://pay.example.test/x?to=a@example.test')
  cleanup()
  show('https://pay.example.test/Wq7LmR2x')
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://pay.example.test/Wq7LmR2x')
  expect(await screen.findByRole('img', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
