// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { repliesKey } from '@/lib/operations/query-keys'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { PaymentPageCard } from './payment-page-card'
import type { OrderInWords } from './use-order-price'

afterEach(cleanup)

const order: OrderInWords = {
  product: 'Northwind Pro 12 months',
  forWhom: 'n•••@e…',
  buyerId: null,
  discount: '20',
  coupons: [],
  price: { total: '278.40', currency: 'EUR', rows: [], tax: 'included', isTrial: false, at: 0 },
  isAsking: false,
  unknown: null,
}
type Differences = Parameters<typeof PaymentPageCard>[0]['differences']
const show = (
  url: string,
  more: Partial<OrderInWords> = {},
  params: object = {},
  country = 'GB',
  differences: Differences = [],
) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(repliesKey('northwind'), { texts: [], agent: null })
  return render(
    <QueryClientProvider client={queryClient}>
      <ReplyToContext value={{ merchant: 'northwind', buyerId: `of ${country}`, country }}>
        <PaymentPageCard
          answer={{ data: { url, params } }}
          order={{ ...order, ...more }}
          answeredAt={null}
          actionId={null}
          differences={differences}
        >
          Create another link
        </PaymentPageCard>
      </ReplyToContext>
    </QueryClientProvider>,
  )
}

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
  expect(screen.getByRole('link', { name: /^https/ }).getAttribute('href')).toBe('https://pay.example.test/x?to=a@example.test')
  cleanup()
  show('https://pay.example.test/Wq7LmR2x')
  expect(screen.getByRole('link', { name: /^https/ }).getAttribute('href')).toBe('https://pay.example.test/Wq7LmR2x')
  expect(await screen.findByRole('img', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what it sells is said with the price that the service gave, and with no price where it gave none', () => {
  show('https://pay.example.test/x')
  expect(screen.getByRole('heading', { name: 'Northwind Pro 12 months' })).toBeTruthy()
  expect(screen.getByText(/tax included, 20% off the list price/i)).toBeTruthy()
  expect(screen.getByText(/^Here’s your link/).textContent).toBe(
    'Here’s your link for Northwind Pro 12 months at 278.40 EUR, including tax. The payment page shows the final price before you pay.\nhttps://pay.example.test/x',
  )
  cleanup()
  show('https://pay.example.test/x', { price: null })
  expect(screen.getByText('Price unknown here')).toBeTruthy()
  expect(screen.getByText(/^Here’s your link/).textContent).not.toContain('EUR')
})

test('the coupon that went with it is named, with what it takes off the price', () => {
  const coupon = { part: 'coupon', kind: 'one', sign: '−', label: 'SPRING25', note: '25%', amount: '92.80' } as const
  const price = { total: '278.40', currency: 'EUR', rows: [coupon], tax: 'included', isTrial: false, at: 0 } as const
  show('https://pay.example.test/x', { coupons: ['SPRING25'], price: { ...price, rows: [coupon] } })
  expect(screen.getByText(/tax included, 20% off the list price, coupon SPRING25 takes 92\.80 EUR off\./i)).toBeTruthy()
  cleanup()
  show('https://pay.example.test/x', { price: { ...price, rows: [coupon], isTrial: true } })
  expect(screen.getByText(/^A trial, tax included/)).toBeTruthy()
  cleanup()
  show('https://pay.example.test/x', { coupons: ['SPRING25'], discount: null, price: null })
  expect(screen.getByText(/^With coupon SPRING25\./)).toBeTruthy()
})

test('the message is in the language of the buyer', async () => {
  show('https://pay.example.test/x', { product: 'Northwind Pro 12 months' }, {}, 'BR')
  const message = await screen.findByText(/^Este é o seu link/)
  expect(message.textContent).toBe(
    'Este é o seu link para Northwind Pro 12 months por 278,40 EUR, com impostos incluídos. A página de pagamento mostra o preço final antes do pagamento.\nhttps://pay.example.test/x',
  )
})

test('the details hold only what came back', () => {
  const { container } = show('https://pay.example.test/x', {}, { sequence: '123', coupon: null, metaData: { shop: 'a' } })
  expect([...container.querySelectorAll('dt')].map((each) => each.textContent)).toEqual(['Sequence', 'Metadata shop'])
  cleanup()
  show('https://pay.example.test/x', {}, { discount: null, metaData: [] })
  expect(screen.queryByText('Details')).toBeNull()
})

test('where the answer shows another discount it says so, and offers the link without a message', () => {
  const discount = { field: 'discount', label: 'Discount', predicted: '20%', observed: '50%' }
  show('https://pay.example.test/x', {}, {}, 'GB', [discount])
  expect(screen.getByRole('alert').textContent).toMatch(/doesn’t match what was sent.*Discount: 50%, expected 20%/)
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  expect([screen.queryByRole('button', { name: 'Copy message' }), screen.queryByText(/^Here’s your link/)]).toEqual([null, null])
  cleanup()
  show('https://pay.example.test/x', {}, {}, 'GB', null)
  expect([screen.queryByRole('alert'), screen.queryByText(/^Here’s your link/)]).toEqual([null, null])
})
