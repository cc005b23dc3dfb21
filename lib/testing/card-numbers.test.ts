import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readAction } from '@/lib/commands/server/action-handlers'
import { isObject } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { requireNoneIn } from '@/lib/platform/personal-values'
import { Dashboard } from './dashboard'
import { json, type Listener, listener } from './listener'
import { type Route, routes } from './routes'

// Published for tests by payment providers; it belongs to nobody.
const card = '4111 1111 1111 1111'
const digits = /4111\D{0,3}1111\D{0,3}1111\D{0,3}1111/

const dashboard = new Dashboard()
const withBody = (Object.values(operations) as Operation[]).filter(({ name }) => name in validBodies)
let service: Listener
const params = { buyerId, subscriptionId, email: 'a@example.test' }

/** The body with the number in one of its texts after the other, or as a name or value of the merchant's own; and what the form calls it. */
function plantedIn(value: unknown, path: string[] = []): { body: unknown; field: string }[] {
  const map = path.findIndex((name) => name === 'metaData' || name === 'buyerMeta')
  const field = (map === -1 ? path : path.slice(0, map + 1)).join('.')
  if (typeof value === 'string') return [{ body: `${value} ${card}`, field }]
  if (!isObject(value)) return []
  const inside = Object.entries(value).flatMap(([name, each]) =>
    plantedIn(each, [...path, name]).map((planted) => ({ ...planted, body: { ...value, [name]: planted.body } })),
  )
  return map === -1
    ? inside
    : [...inside, { body: { ...value, [card]: 'x' }, field }, { body: { ...value, n: 4111111111111111 }, field }]
}

async function rowsWithCard(): Promise<string[]> {
  const store = await database()
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(store)
  const found = tables.map(async ({ name }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(store)
    return rows.filter((row) => digits.test(JSON.stringify(row))).map((row) => `${name}: ${JSON.stringify(row)}`)
  })
  return (await Promise.all(found)).flat()
}

describe('a full card number', () => {
  it.each(withBody)('is refused at whichever field of $name it is typed, and nothing is sent', async (operation) => {
    service = await listener(json(200, { data: {} }))
    dashboard.serviceAt(service.url)
    const opaque = /^(sequence|productCode)$|(Id|Key)$/
    const planted = plantedIn(validBodies[operation.name as keyof typeof validBodies]).filter(
      ({ field }) => !opaque.test(field.split('.').at(-1) ?? ''),
    )
    for (const { body, field } of planted) {
      const answer = await dashboard.ask(operation, { params, body })
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        {
          code: 'card_number',
          detail: 'A full card number can’t be stored, so nothing was saved or sent.',
          fields: [
            {
              field,
              title: 'Use the card’s last four digits only. If this is another number, put a letter before and after it',
            },
          ],
        },
      ])
    }
    expect(service.received).toEqual([])
  })

  it('is refused as a ticket and as the id of an analytics product, too', async () => {
    service = await listener(json(200, { data: {} }))
    dashboard.serviceAt(service.url)
    for (const name of ['x-ticket', 'x-analytics-client-id']) {
      const answer = await dashboard.ask(createInitialOrder, { body: validBodies.createInitialOrder, headers: { [name]: card } })
      expect([answer.status, (await answer.json()).fields[0].field]).toEqual([422, name])
    }
    expect(service.received).toEqual([])
  })

  describe('typed into whatever the desk itself takes', () => {
    let taking: Route[]
    beforeAll(async () => {
      taking = (await routes()).filter(
        ({ method, path }) => ['POST', 'PUT', 'PATCH'].includes(method) && path.startsWith('/api/desk/'),
      )
    })

    it('is stored nowhere, and where a body is read it is refused', async () => {
      const leaks: string[] = []
      const refusing = new Set<string>()
      for (const { method, path, handler } of taking)
        for (const as of ['admin', 'manager', 'agent', 'finance'] as const) {
          const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
          const ids = Object.fromEntries(names.map((name) => [name, name === 'operation' ? 'disableToken' : randomUUID()]))
          const body = { reason: card, text: card, values: { note: card }, ticket: card }
          const answer = await dashboard.call(handler as never, method, path, { params: ids, body, as })
          const code = answer.status < 400 ? 'taken' : (await answer.json()).code
          const readNothing = [403, 404, 415].includes(answer.status) // not theirs, nothing there, or a list and no form
          if (code !== 'card_number' && !readNothing) leaks.push(`${method} ${path} as ${as}: ${answer.status} ${code}`)
          else if (code === 'card_number') refusing.add(path)
        }
      expect(leaks).toEqual([])
      expect(refusing.size).toBeGreaterThan(25)
      expect(await rowsWithCard()).toEqual([])
    })
  })
})

it.each([
  [{ paid: card }, true],
  [{ said: { words: card } }, true],
  [{ orderId: card }, false],
  [{ id: card }, false],
  [{ tokenIds: [card] }, false],
  [{ newPassword: card }, false],
])('only what is an id or kept nowhere may look like a card’s number: %j', (body, isRefused) => {
  const refusing = () => requireNoneIn(body)
  if (isRefused) expect(refusing).toThrow()
  else expect(refusing).not.toThrow()
})

describe('a full card number that the service tells', () => {
  const words = `Card 4111111111111111 of ann@x.example.test at 203.0.113.9 was refused`
  const personal = /4111\D{0,3}1111\D{0,3}1111\D{0,3}1111|ann@|203\.0\.113\.9/
  const traceId = '4111111111111111' // a trace's id may be a number of any kind, and the service's staff ask for it
  const errors = [
    {
      field: 'expirationDate',
      title: words,
      values: { card: 4111111111111111, said: words, limit: 3, orderId: '4111111111111111' },
    },
    { field: 'reason', title: 'Too long', values: words },
  ]

  it.each([
    ['refuses', 422, { uuid: 'u-1', code: 2001, message: words, traceId, errors }, 'refused'],
    ['refuses in its other shape', 422, { data: { message: words, violations: errors }, meta: [] }, 'refused'],
    ['fails', 500, { uuid: 'u-1', code: 2001, message: words, traceId }, 'unconfirmed'],
    [
      'is done',
      200,
      { data: { id: subscriptionId, status: words, statusInfo: [{ status: 'active', reason: words, createdAt: 'x' }] } },
      'done',
    ],
  ])('is neither kept nor shown where the service %s', async (_, status, body, outcome) => {
    service = await listener(json(status, body))
    dashboard.serviceAt(service.url)
    const actionId = randomUUID()
    const given = { params: { buyerId, subscriptionId: randomUUID() }, headers: { 'x-action-id': actionId } }
    if (status === 200) given.params.subscriptionId = subscriptionId
    const answer = await dashboard.ask(changeExpirationDate, { ...given, body: validBodies.changeExpirationDate })
    expect(answer.headers.get('x-outcome')).toBe(outcome)
    const told = await answer.text()
    const store = await database()
    const actions = await store.selectFrom('actions').select('answer').where('action_id', '=', actionId).execute()
    const entries = await store.selectFrom('journal').select('detail').where('action_id', '=', actionId).execute()
    const clear = (text: string) => text.replaceAll(/\\?"(traceId|orderId)\\?":\\?"\d+/g, '')
    for (const text of [told, JSON.stringify(actions), JSON.stringify(entries)]) {
      expect(clear(text)).not.toMatch(personal)
      expect(text).toContain('Card •••• 1111 of a•••@x••••••••.test at 203.0.113.••• was refused')
    }
  })

  it('is neither kept nor shown where what was known, or what the answer shows otherwise, holds it', async () => {
    const [actionId, of] = [randomUUID(), { buyerId: randomUUID(), subscriptionId: randomUUID() }]
    const known = { id: of.subscriptionId, status: words, endDate: words, product: { id: 'p-1', name: words } }
    dashboard.serviceAt((await listener(json(200, { data: [known], meta: {} }))).url)
    await dashboard.ask(listSubscriptions, { params: { buyerId: of.buyerId } })
    for (const status of ['active', `${words} twice`]) {
      dashboard.serviceAt((await listener(json(200, { data: { ...known, endDate: '2031-01-01', status } }))).url)
      const given = { params: of, body: validBodies.changeExpirationDate }
      await dashboard.ask(changeExpirationDate, {
        ...given,
        headers: { 'x-action-id': status === 'active' ? randomUUID() : actionId },
      })
    }
    const store = await database()
    const actions = await store.selectFrom('actions').select(['effect', 'answer']).where('action_id', '=', actionId).execute()
    const entries = await store.selectFrom('journal').select('detail').where('buyer_id', '=', of.buyerId).execute()
    const read = serveDashboard<{ actionId: string }>('read', readAction)
    const page = await dashboard.call(read, 'GET', `/api/desk/actions/${actionId}`, { params: { actionId } })
    const shown = [JSON.stringify(actions), JSON.stringify(entries), await page.text()]
    expect(JSON.parse(shown[2] ?? '').differences.map(({ field }: { field: string }) => field)).toContain('endDate')
    for (const text of shown) expect(text).not.toMatch(personal)
  })

  it('is masked where it stands in a sentence in the place of an id', async () => {
    dashboard.serviceAt((await listener(json(422, { uuid: words, code: 2001, message: 'No', traceId: words }))).url)
    const given = { params: { buyerId, subscriptionId: randomUUID() }, body: validBodies.changeExpirationDate }
    expect(await (await dashboard.ask(changeExpirationDate, given)).text()).not.toMatch(personal)
  })

  it('leaves the field, the codes and the ids of a refusal as they are', async () => {
    service = await listener(json(422, { uuid: 'u-1', code: 2001, message: words, traceId, errors }))
    dashboard.serviceAt(service.url)
    const given = { params: { buyerId, subscriptionId: randomUUID() }, body: validBodies.changeExpirationDate }
    const title = 'Card •••• 1111 of a•••@x••••••••.test at 203.0.113.••• was refused'
    expect(await (await dashboard.ask(changeExpirationDate, given)).json()).toMatchObject({
      ...{ detail: title, code: '2001', traceId, uuid: 'u-1' },
      fields: [
        { field: 'expirationDate', title, values: { card: '•••• 1111', said: title, limit: 3, orderId: '4111111111111111' } },
        { field: 'reason', title: 'Too long', values: title },
      ],
    })
  })
})

it('an e-mail address as a name in an order’s own data is refused there, and one in a value is not', async () => {
  service = await listener(json(200, { data: { url: 'https://pay.example.test/1', params: {} } }))
  dashboard.serviceAt(service.url)
  const order = validBodies.createInitialOrder
  for (const metaData of [{ 'a@example.test': '1' }, { deep: { 'a%40example.test': '1' } }]) {
    const answer = await dashboard.ask(createInitialOrder, { body: { ...order, metaData } })
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      {
        code: 'personal_name',
        detail: 'An e-mail address in a name can’t be stored, so nothing was saved or sent.',
        fields: [{ field: 'metaData', title: 'Use names without an e-mail address. A value may contain one.' }],
      },
    ])
  }
  expect(service.received).toEqual([])
  const answer = await dashboard.ask(createInitialOrder, { body: { ...order, metaData: { contact: 'a@example.test' } } })
  expect(answer.status).toBe(200)
})
