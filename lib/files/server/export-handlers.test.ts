import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { type Listener, listener } from '@/lib/testing/listener'
import { columnsOf } from '../columns'
import { exportCharges } from './export-handlers'
import { sheetIn } from './sheet-for-tests'

const dashboard = new Dashboard()
let service: Listener
let orders: object[] = []
let fails = Number.POSITIVE_INFINITY

const charge = (more: object = {}) => ({
  chargeId: 'c-1',
  amount: '12.50',
  amountInUsd: '13.10',
  status: 'settled',
  createdAt: '2025-05-14 14:02:31',
  ...more,
})
const order = (at: number, more: object = {}) => ({
  orderId: `o-${at}`,
  createdAt: `2025-05-14 1${4 + Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}:31`,
  currency: 'EUR',
  type: 'one_click',
  charges: [charge()],
  products: [{ id: 'p', name: 'Plus', quantity: 2, prices: { origin: '12.50' } }],
  ...more,
})

beforeEach(async () => {
  service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    const offset = Number(search.get('offset'))
    if (offset >= fails) return void response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>no</h1>')
    const data = orders.slice(offset, offset + Number(search.get('limit')))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data, meta: { total: orders.length, offset } }))
  })
  dashboard.serviceAt(service.url)
  await (await database()).deleteFrom('throttles').execute()
  fails = Number.POSITIVE_INFINITY
})

const file = (more: object = {}) => ({
  rows: 'orders',
  format: 'csv',
  order: 'oldest-first',
  zone: 'service',
  columns: ['orderId', 'orderTime', 'received'],
  ...more,
})
const ask = (body: object, as: 'agent' | 'finance' | 'manager' | 'admin' | null = 'finance', buyerId = randomUUID()) =>
  dashboard.call(serveDashboard('read', exportCharges), 'POST', `/api/desk/buyers/${buyerId}/export`, {
    params: { buyerId },
    body,
    as,
  })
const cellsOf = async (answer: Response): Promise<string[][]> =>
  parse(Buffer.from(await answer.arrayBuffer()), { bom: true, relax_column_count: true })
const entries = async () =>
  (await database()).selectFrom('journal').selectAll().where('kind', 'in', ['exported', 'alert']).orderBy('seq').execute()

describe('a charge history as CSV', () => {
  it('has the chosen columns in the chosen order, each order once, and says that nothing was left out', async () => {
    orders = Array.from({ length: 130 }, (_, index) => order(index))
    const answer = await ask(file({ columns: ['received', 'orderId'] }))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...rows] = await cellsOf(answer)
    expect(head).toEqual(['money received', 'order', 'note'])
    expect(rows.slice(0, -2)).toEqual(orders.map((_, index) => ['12.50', `o-${index}`, '']))
    expect(rows.at(-2)).toEqual(['130 rows of 130 orders, no order left out. Amounts don’t subtract refunds.'])
  })

  it('the newest come first when that is asked', async () => {
    orders = [order(1), order(2)]
    const [, first, second] = await cellsOf(await ask(file({ order: 'newest-first' })))
    expect([first?.[0], second?.[0]]).toEqual(['o-2', 'o-1'])
  })

  it('times stand in the chosen zone, which the head names', async () => {
    orders = [order(2)]
    const inTokyo = { zone: 'Asia/Tokyo', columns: ['orderTime'], filter: { month: '2025-05' } }
    const [head, row, ...notes] = await cellsOf(await ask(file(inTokyo)))
    expect(head).toEqual(['order time (Asia/Tokyo, service time treated as UTC)', 'note'])
    expect(row).toEqual(['2025-05-14 23:02:31', ''])
    expect(notes.flat().join(' ')).toContain('Asia/Tokyo (UTC+09:00), where they begin at 2025-05-01 09:00:00 and end at')
  })

  it.each(['orders', 'attempts', 'products'] as const)('every column of %s has a cell in every row', async (rows) => {
    orders = [order(1), order(2)]
    const columns = columnsOf[rows].map(({ name }) => name)
    const read = await cellsOf(await ask(file({ rows, columns })))
    expect(read.slice(0, 3).map((row) => row.length)).toEqual(Array(3).fill(columns.length + 1))
  })

  it('an order that cannot be read, a filter and a reading that broke off are said in the file', async () => {
    orders = Array.from({ length: 60 }, (_, index) => order(index))
    orders[3] = { orderId: 'o-3', charges: 'none' }
    fails = 25
    const rows = await cellsOf(await ask(file()))
    expect(rows[4]).toEqual(['o-3', '', '', 'unreadable: we couldn’t read what the service sent for this order'])
    expect(rows.map(([first]) => first).join('\n')).toContain('INCOMPLETE')
    expect(rows.map(([first]) => first).join('\n')).toContain('We couldn’t read 1 order.')
    fails = Number.POSITIVE_INFINITY
    const filtered = await cellsOf(await ask(file({ filter: { find: 'o-59', state: 'received' } })))
    expect(filtered.map(([first]) => first)).toEqual([
      ...[
        'order',
        'o-59',
        '1 row of 1 order. Amounts don’t subtract refunds.',
        expect.stringContaining('Orders of buyer'),
        'We couldn’t read 1 order. Only the id is shown.',
      ],
      'Filtered by received orders, text “o-59”. Other orders are left out.',
    ])
  })

  it.each([
    { month: '2026-13' },
    { has: 'nope' },
    { zzz: '1' },
    { from: '2026-02-31' },
    { from: '2026-11-30', to: '2026-11-01' },
  ])('is refused under a filter that nobody understands, %j, and is never the whole history instead', async (filter) => {
    expect((await ask(file({ filter }))).status).toBe(422)
  })

  it('holds what the list of all charges shows under the same filter, money and doubts included', async () => {
    orders = [order(1), order(2, { charges: [charge(), charge()] }), order(3, { charges: [charge({ status: 'declined' })] })]
    const under = async (filter: object) =>
      (await cellsOf(await ask(file({ filter })))).map(([first]) => first).filter((first) => first?.startsWith('o-'))
    expect(await under({ money: 'lost' })).toEqual(['o-3'])
    expect(await under({ money: 'received', month: '2025-05' })).toEqual(['o-1', 'o-2'])
    expect([await under({ has: 'twice' }), await under({ has: 'doubt' })]).toEqual([['o-2'], ['o-2']])
  })

  it('says what there is to check, a card that other buyers use included, and nothing of the card', async () => {
    const fingerprint = randomUUID().replaceAll('-', '')
    orders = [order(1, { charges: [charge({ paymentMethod: { type: 'card' }, billingInfo: { fingerprint } })] })]
    const text = async (has: string) => (await ask(file({ columns: ['orderId', 'toCheck'], filter: { has } }))).text()
    expect(await text('shared-card')).not.toContain('o-1,')
    expect(await text('shared-card')).toMatch(/^o-1,One card used by several buyers: card also used by another buyer,\r$/m)
  })

  it('what is personal is masked, and what a spreadsheet would run is not run', async () => {
    orders = [
      order(1, { subbrand: '=HYPERLINK("x")', charges: [charge({ billingInfo: { ipAddress: '203.0.113.24' }, mid: '-2+3' })] }),
    ]
    const rows = await cellsOf(await ask(file({ rows: 'attempts', columns: ['ipAddress', 'mid'] })))
    expect(rows[1]).toEqual(['203.0.113.•••', "'-2+3", ''])
    const subbrand = await cellsOf(await ask(file({ columns: ['subbrand'] })))
    expect(subbrand[1]?.[0]).toBe('\'=HYPERLINK("x")')
  })
})

describe('as a workbook', () => {
  it('amounts are numbers with their digits, times are dates, ids are text', async () => {
    orders = [
      order(1, { charges: [charge({ amount: '1234567.500', amountInUsd: '9007199254740993.01' })] }),
      order(2, { charges: [charge({ amount: '0.10' })] }),
    ]
    const answer = await ask(
      file({ rows: 'attempts', format: 'xlsx', columns: ['orderId', 'chargeTime', 'amount', 'amountInUsd'] }),
    )
    expect(answer.headers.get('content-disposition')).toMatch(/"northwind_[0-9a-f]{8}_all-dates-on-[-\d]{10}_attempts\.xlsx"/)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const cells = sheetIn(bytes)
    expect(cells.get('A2')).toMatchObject({ type: 'text', value: 'o-1' })
    expect(cells.get('C2')).toEqual({ type: 'number', style: '#,##0.000', value: '1234567.500' })
    expect(cells.get('C3')).toEqual({ type: 'number', style: '#,##0.00', value: '0.10' })
    expect(cells.get('D2')).toMatchObject({ type: 'text', value: '9007199254740993.01' })
    const time = cells.get('B2')
    expect([time?.type, time?.style]).toEqual(['number', 'yyyy\\-mm\\-dd\\ hh:mm:ss'])
    expect(new Date(Math.round((Number(time?.value) - 25_569) * 86_400) * 1000).toISOString()).toBe('2025-05-14T14:02:31.000Z')
    const about = [...sheetIn(bytes, 2).values()].map(({ value }) => value).join('\n')
    expect(about).toContain('2 rows of 2 orders, no order left out.')
    expect(about).toContain('1 amount has more digits')
  })

  it('text comes back as it was, signs and control characters of XML included', async () => {
    const strange = '=1+1 <b>&amp; "x" _x0041_ \u0001 \u{1F600}\r\n'
    orders = [order(1, { subbrand: strange })]
    const answer = await ask(file({ format: 'xlsx', columns: ['subbrand'] }))
    expect(sheetIn(new Uint8Array(await answer.arrayBuffer())).get('A2')).toMatchObject({ type: 'text', value: strange })
  })
})

describe('who may, how often, and what stays behind', () => {
  it.each(['agent', 'finance', 'manager', 'admin'] as const)(
    '%s may take the file of one buyer; nobody without a session',
    async (role) => {
      orders = [order(1)]
      expect((await ask(file(), role)).status).toBe(200)
      expect((await ask(file(), null)).status).toBe(401)
    },
  )

  it('the journal has it before the first byte: who, whose, what, masked', async () => {
    orders = [order(1)]
    const buyerId = randomUUID()
    await ask(file({ filter: { find: 'tainara@example.test' }, ticket: 'T-9' }), 'finance', buyerId)
    const entry = (await entries()).at(-1)
    expect(entry).toMatchObject({
      kind: 'exported',
      operation: 'exportCharges',
      buyer_id: buyerId,
      ticket: 'T-9',
      person: 'The finance',
    })
    expect(entry?.detail).toContain('oldest-first')
    expect(entry?.detail).not.toContain('tainara@')
  })

  it('an agent’s sixth within an hour is refused, which managers can read in the journal once', async () => {
    orders = [order(1)]
    for (let turn = 0; turn < 5; turn += 1) expect((await ask(file(), 'agent')).status).toBe(200)
    const refused = [await ask(file(), 'agent'), await ask(file(), 'agent')]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await entries()).slice(-2).map(({ kind }) => kind)).toEqual(['exported', 'alert'])
    expect((await ask(file(), 'manager')).status).toBe(200)
  })

  it('a service that gives nothing is told as it is, and counts for nothing', async () => {
    fails = 0
    const before = (await entries()).length
    expect((await ask(file())).status).toBe(503)
    expect((await entries()).length).toBe(before)
  })

  it.each([
    [{ columns: [] }, 'columns'],
    [{ columns: ['orderId', 'orderId'] }, 'columns'],
    [{ columns: ['amount'] }, 'columns'],
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ format: 'pdf' }, 'format'],
    [{ rows: 'refunds' }, 'rows'],
    [{ order: 'by amount' }, 'order'],
  ])('%j is refused by name, and nothing is asked of the service', async (wrong, field) => {
    const answer = await ask(file(wrong))
    expect([answer.status, (await answer.json()).fields[0].field]).toEqual([422, field])
    expect(service.received).toEqual([])
  })
})
