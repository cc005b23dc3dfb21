import { createServer } from 'node:http'

// A service of 50 000 orders for `files.ts`, in a process of its own: what it takes to make them is not the dashboard's.

const total = Number(process.argv[2])
let answeredAt: number | null = null

const order = (at: number) => ({
  orderId: `ord-${String(at).padStart(8, '0')}`,
  createdAt: new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString().slice(0, 19).replace('T', ' '),
  type: 'one_click',
  currency: 'EUR',
  subbrand: 'plus',
  metaData: { note: 'x'.repeat(600) },
  charges: [charge(at, 1, 'declined'), charge(at, 2, 'settled')],
  products: [{ id: 'p-1', code: 'NWPLUS1', name: 'Northwind Plus', quantity: '1', prices: { origin: '12.50', tax: '2.00' } }],
  totalPrices: { origin: '12.50', discount: '0.00', tax: '2.00', amountWithDiscountAndCouponAndTax: '14.50' },
})

const charge = (at: number, attempt: number, status: string) => ({
  chargeId: `chr-${at}-${attempt}`,
  providerTransaction: `tx-${at}-${attempt}`,
  has3ds: true,
  code: 'acqlocal.ok',
  status,
  amount: '14.50',
  amountInUsd: '15.61',
  createdAt: '2025-05-14 14:02:31',
  provider: 'acqlocal',
  mid: 'mid-1',
  target: 'original',
  billingInfo: { firstName: 'Ada', lastName: 'Lovelace', ipAddress: '203.0.113.24', country: 'DE', city: 'Berlin', zip: '10115' },
  paymentMethod: {
    type: 'card',
    data: { bin: '400000', lastFourDigits: '0119', brand: 'visa', issuer: 'Bank', cardType: 'credit' },
  },
  descriptor: 'NORTHWIND*PLUS',
})

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  response.setHeader('content-type', 'application/json')
  if (pathname === '/answered') {
    response.end(JSON.stringify(answeredAt))
    answeredAt = null
    return
  }
  const offset = Number(searchParams.get('offset'))
  const count = Math.max(0, Math.min(Number(searchParams.get('limit')), total - offset))
  const data = Array.from({ length: count }, (_, index) => order(offset + index))
  response.end(JSON.stringify({ data, meta: { total, offset } }), () => {
    answeredAt ??= performance.timeOrigin + performance.now()
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())))
