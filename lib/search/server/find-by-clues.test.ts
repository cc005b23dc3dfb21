import { beforeEach, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, listener } from '@/lib/testing/listener'
import type { SearchAnswer } from '../search-reading'
import { search } from './handlers'

const dashboard = new Dashboard()
const searching = serveDashboard('read', search)
const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

describe('a message', () => {
  const email = 'odile@example.test'
  const clues = [
    { kind: 'amount', values: ['42.84'], currency: 'eur' },
    { kind: 'day', values: ['2026-11-19'], currency: null },
    { kind: 'lastFour', values: ['4242'], currency: null },
    { kind: 'email', values: [email], currency: null },
  ]
  const charge = {
    charge_id: '5a3c2f8e-6a53-4b43-9a55-0a8f6f0f6b12',
    order_id: 'Wq7LmR2x',
    amount: '42.84',
    amount_given: '42.84',
    currency: 'EUR',
    day: '2026-11-19',
    last_four: '4242',
    descriptor: 'nw-bill.example',
    status: 'settled',
  }
  const asked = (body: object) => dashboard.call(searching, 'POST', '/api/desk/search', { body })
  const note = (id: string, charges: (typeof charge)[]) => ({
    buyerId: id,
    keys: [
      { kind: 'buyer' as const, key: id, thing: '' },
      ...charges.map(({ order_id }) => ({ kind: 'order' as const, key: order_id.toLowerCase(), thing: order_id })),
    ],
    charges,
  })
  beforeEach(async () => {
    dashboard.serviceAt((await listener(json(200, { data: { buyerId }, meta: [] }))).url)
    const notes = [note(buyerId, [charge])]
    await (await database()).transaction().execute((tx) => saveNotes(tx, 'northwind', notes))
  })

  it('is searched by its clues, of which the service tells whose e-mail it is; the hit says what matched', async () => {
    const answer: SearchAnswer = await (await asked({ clues })).json()
    expect(answer).toMatchObject({ readAs: 'clues', say: null })
    expect(answer.hits.map(({ reason, charge }) => [reason, charge?.orderId])).toEqual([
      ['Amount, date, last four and e-mail match', 'Wq7LmR2x'],
    ])
  })

  it('says what does not match', async () => {
    const wrong = clues.map((clue) => (clue.kind === 'amount' ? { ...clue, values: ['9.99'] } : clue))
    const { hits }: SearchAnswer = await (await asked({ clues: wrong })).json()
    expect(hits.map(({ reason }) => reason)).toEqual(['Date, last four and e-mail match, the amount doesn’t'])
  })

  it('names a buyer whose charges are not known yet', async () => {
    const stranger = '5a3c2f8e-6a53-4b43-9a55-0a8f6f0f6b99'
    dashboard.serviceAt((await listener(json(200, { data: { buyerId: stranger }, meta: [] }))).url)
    const others = clues.map((clue) => (clue.kind === 'email' ? { ...clue, values: ['stranger@example.test'] } : clue))
    const { hits }: SearchAnswer = await (await asked({ clues: others })).json()
    expect(hits[0]).toMatchObject({
      buyerId: stranger,
      charge: null,
      reason: 'E-mail matches, none of the charges loaded so far does',
    })
  })

  it('is searched here where the service is away, and says so', async () => {
    dashboard.serviceAt('http://127.0.0.1:9')
    const answer: SearchAnswer = await (await asked({ clues })).json()
    expect(answer.hits).toHaveLength(1)
    expect(answer.say).toMatch(/^We couldn’t search the service/)
  })

  it('that comes as a text, such as by a link, is taken apart here', async () => {
    const q = 'Hello, I was charged 42.84 EUR.\n\nMy card is 4242 4242 4242 4242. Keep this secret.'
    const answer: SearchAnswer = await (await asked({ q })).json()
    expect(answer.hits.map(({ reason }) => reason)).toEqual(['Amount and last four match'])
    const rows = await (await database()).selectFrom('journal').select('detail').where('kind', '=', 'searched').execute()
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/secret|Hello|4242/)
  })

  it('leaves its clues in the journal, masked', async () => {
    await asked({ clues: [...clues.slice(0, 3), { kind: 'email', values: ['once@example.test'], currency: null }] })
    const rows = await (await database()).selectFrom('journal').select('detail').where('kind', '=', 'searched').execute()
    expect(rows.map(({ detail }) => detail)).toContain(
      '{"readAs":"clues","text":"4•.•• •••, 1• ••• ••••, 4•••, o•••e@e••••••.test"}',
    )
  })

  it('of somebody who pays the same every month shows a few, and says how many are like them', async () => {
    const monthly = Array.from({ length: 9 }, (_, month) => ({
      ...charge,
      charge_id: `5a3c2f8e-6a53-4b43-9a55-0a8f6f0f6c0${month}`,
      order_id: `Month00${month}`,
      amount: '5.45',
      amount_given: '5.45',
      day: `2026-0${month + 1}-15`,
      last_four: '1881',
    }))
    await (await database()).transaction().execute((tx) => saveNotes(tx, 'northwind', [note(buyerId, monthly)]))
    const given = [
      { kind: 'amount', values: ['5.45'], currency: null },
      { kind: 'lastFour', values: ['1881'], currency: null },
    ]
    const { hits }: SearchAnswer = await (await asked({ clues: given })).json()
    expect(hits.map(({ reason, charge }) => [reason, charge?.day])).toEqual([
      ['Amount and last four match (and 8 more orders like it)', '2026-09-15'],
      ['Amount and last four match (and 8 more orders like it)', '2026-08-15'],
      ['Amount and last four match (and 8 more orders like it)', '2026-07-15'],
    ])
    const dated = [...given, { kind: 'day', values: ['2026-03-16'], currency: null }]
    const found: SearchAnswer = await (await asked({ clues: dated })).json()
    expect(found.hits[0]).toMatchObject({
      reason: 'Amount and last four match, date one day out',
      charge: { orderId: 'Month002' },
    })
  })

  it.each([
    [{ clues: [] }, 'clues'],
    [{ clues: [{ kind: 'amount', values: ['4,2'], currency: null }] }, 'clues'],
    [{ clues: [{ kind: 'lastFour', values: ['4242424242424242'], currency: null }] }, 'clues'],
    [{ clues, q: 'and a text' }, 'q'],
    [{ clues: [{ kind: 'message', values: ['Hello'], currency: null }] }, 'clues'],
  ])('with what is no clue is refused: %j', async (body, field) => {
    const answer = await asked(body)
    expect([answer.status, (await answer.json()).fields[0].field]).toEqual([422, expect.stringContaining(field)])
  })

  it('that finds nobody while a list is taken in says that there will be more', async () => {
    const store = await database()
    const row = {
      ...{ id: 'an-import', merchant: 'northwind', digest: 'd', columns: '[]', mapping: '{}', state: 'importing' as const },
      ...{ rows_in_file: 1, rows_done: 0, counts: '{}', why: null, account_id: 'a', person: 'Ada', process: 'p' },
      ...{ created_at: '2026-11-22T10:00:00.000Z', touched_at: '2026-11-22T10:00:00.000Z' },
    }
    await store.insertInto('imports').values(row).execute()
    const none: SearchAnswer = await (await asked({ clues: [{ kind: 'amount', values: ['7777.77'], currency: null }] })).json()
    expect(none.say).toContain('An import is still running, so there will be more.')
    await store.deleteFrom('imports').where('id', '=', 'an-import').execute()
  })
})
