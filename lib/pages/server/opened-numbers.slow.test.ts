import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { journalPiece } from '@/lib/commands/server/journal-handlers'
import { countedIn } from '@/lib/core/counted'
import type { Role } from '@/lib/core/roles'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { type ListName, listFilterIn } from '@/lib/lists/lists'
import { readListAs } from '@/lib/lists/server/counted-list'
import { contextOf } from '@/lib/lists/server/read-list'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { refundsPiece } from '@/lib/refunds/server/list-refunds'
import { moveRefund } from '@/lib/refunds/server/move-refund'
import { asked, noFilter, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { morningNumbers } from './numbers'

const openings = 50
/** So many are open at a time that one piece holds all of them. */
const maxOpen = 20

describe.each(engines)('a number of the day opens exactly what it counted, on %s', { timeout: 120_000 }, (engine) => {
  const own = new OwnDatabase(engine)
  const people = new Map<Role, Person>()
  const as = (role: Role) => people.get(role) ?? somebody('nobody', role)
  const merchant = () => {
    const [first] = env().merchants
    if (!first) throw new Error('There is an account in every test')
    return first
  }
  const numberOf = async (role: Role, key: string) => {
    const { numbers } = (await morningNumbers(as(role), merchant())).data
    const number = numbers.find((each) => each.key === key)
    if (!number) throw new Error(`A ${role} has no number ${key}`)
    return number
  }

  beforeAll(async () => {
    for (const role of ['agent', 'finance', 'manager'] as const) {
      const given = { email: `${role}@desk.test`, name: `The ${role}`, role, password: 'a long enough password' }
      people.set(role, { ...somebody((await createPerson(own.store, given)) ?? '', role), name: given.name })
    }
  })

  /** One history that is read: a renewal, lost or paid, and an order that was received twice. */
  async function readHistory(buyerId: string, isPaid: boolean) {
    const { today } = contextOf(as('manager'), merchant())
    const order = (orderId: string, type: string, ...statuses: string[]) => ({
      ...{
        orderId: `${buyerId}-${orderId}`,
        createdAt: `${today} 06:00:00`,
        type,
        currency: 'EUR',
        products: [{ name: 'Plus' }],
      },
      charges: statuses.map((status, at) => ({
        ...{
          chargeId: `${buyerId}-${orderId}-${at}`,
          createdAt: `${today} 06:0${at}:00`,
          status,
          amount: '19.00',
          provider: 'acq',
        },
      })),
    })
    const renewal = order('renewal', 'autocharge', ...(isPaid ? ['declined', 'settled'] : ['declined']))
    const data = [renewal, order('twice', 'one_click', ...(isPaid ? ['settled', 'declined'] : ['settled', 'settled']))]
    const answer = asRead(getChargeHistory, { data, meta: { total: data.length } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', note ? [note] : [], today))
  }

  let waiting: string[] = []
  const writers = {
    async histories(round: number) {
      await readHistory(`buyer-${round % 7}`, round % 3 === 0)
    },
    async refunds() {
      const { id } = await askRefund(as('agent'), asked())
      waiting.push(id)
      const refundId = waiting.length > maxOpen ? waiting.shift() : undefined
      if (refundId)
        await moveRefund(as('finance'), { refundId, stepId: randomUUID(), kind: 'refused', version: 1, note: 'Not eligible' })
    },
    async actions(round: number) {
      await own.store
        .insertInto('actions')
        .values({
          ...{ action_id: randomUUID(), digest: 'd', state: 'unconfirmed', settled_as: null, operation: 'disableToken' },
          ...{ buyer_id: randomUUID(), target: `token:${round}`, account_id: as('agent').accountId, person: 'x', ticket: null },
          ...{ request: '{"params":{},"body":{}}', sealed: '', undoes: null, created_at: new Date().toISOString() },
          ...{ answered_at: null, answer: null, merchant: 'northwind', process: 'p', effect: 'null' },
        })
        .execute()
      const settled = own.store.updateTable('actions').set({ settled_as: 'happened' })
      await settled.where('target', '=', `token:${round - maxOpen}`).execute()
    },
  }

  /** The keys of the rows that an address lists, and of those that came later. */
  async function opened(href: string, person: Person) {
    const { pathname, searchParams } = new URL(href, 'http://page')
    const given = Object.fromEntries(searchParams)
    const [, place, name] = pathname.split('/')
    if (place === 'journal') {
      const { actions, counted } = await journalPiece(person, given)
      return { rows: actions.map(({ actionId }) => actionId), newer: counted?.newer.map(({ actionId }) => actionId) ?? [] }
    }
    if (place === 'refunds') {
      const filter = { ...noFilter, state: 'waiting' as const }
      const { refunds, counted } = await refundsPiece(person, filter, null, countedIn(given))
      return { rows: refunds.map(({ id }) => id), newer: counted?.newer.map(({ id }) => id) ?? [] }
    }
    const piece = { limit: 50, after: null }
    const list = await readListAs(countedIn(given), name as ListName, contextOf(person, merchant()), listFilterIn(given), piece)
    return { rows: list.data.map(({ key }) => key), newer: list.meta.counted?.newer.map(({ key }) => key) ?? [] }
  }

  it.each([
    ['manager', 'renewals-today'],
    ['finance', 'double-payments'],
    ['manager', 'unconfirmed'],
    ['agent', 'my-unconfirmed'],
    ['finance', 'refunds-to-decide'],
  ] as const)('for %s: %s, while three write', async (role, key) => {
    for (const table of ['refund_steps', 'refunds', 'actions'] as const) await own.store.deleteFrom(table).execute()
    waiting = []
    await readHistory('buyer-0', false)
    let isOver = false
    const running = Object.values(writers).map(async (write) => {
      for (let round = 1; !isOver; round++) {
        await write(round)
        await turn()
      }
    })
    const counts: number[][] = []
    let later = 0
    while (counts.length < openings) {
      const { count, href } = await numberOf(role, key)
      expect(href).toMatch(/[?&]at=\d{4}-.*&counted=[\w-]{22}$/)
      await turn()
      const { rows, newer } = await opened(href, as(role))
      expect(newer.filter((each) => rows.includes(each))).toEqual([])
      later += newer.length
      counts.push([count ?? -1, rows.length])
    }
    isOver = true
    await Promise.all(running)
    expect(counts.filter(([count, rows]) => count !== rows)).toEqual([])
    expect(later).toBeGreaterThan(0)
  })

  it('says so where what was counted is no longer kept, and then lists what there is', async () => {
    const { href } = await numberOf('finance', 'double-payments')
    await own.store.deleteFrom('counted_rows').execute()
    const { searchParams } = new URL(href, 'http://page')
    const given = countedIn(Object.fromEntries(searchParams))
    const list = await readListAs(given, 'double-payments', contextOf(as('finance'), merchant()), {}, { limit: 50, after: null })
    expect(list.meta.counted).toMatchObject({ isKept: false, newer: [] })
    expect(list.data.length).toBe(list.meta.total)
  })
})
