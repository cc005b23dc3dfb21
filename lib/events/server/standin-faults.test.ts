import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { indexPending } from '@/lib/knowledge/server/directory'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { ids } from '@/standin/seed/stories'
import { SignedClient } from '@/standin/signed-client'
import { type Standin, startStandin } from '@/standin/start'
import { makeAddress } from './addresses'
import { writeRefused } from './hours'
import { readEvents } from './read-events'
import { receiveEvent } from './receive-event'

const { threeTokens, yen, dinar } = ids
const nameOf = new Map<string | null, string>([
  [threeTokens.buyer, 'rowan'],
  [yen.buyer, 'haru'],
  [dinar.buyer, 'dalal'],
])

type State = { events: string[]; charges: string[]; keys: string[]; copies: number; tooLarge: number }

/** What seven events come to: rowan's autocharge goes off, haru's subscription renews, and dalal's renewal is declined. */
const undisturbed: State = {
  events: [
    'dalal charge_unsuccess taken',
    'dalal subscription_manual_end_date older',
    'dalal subscription_scheduled_expire taken',
    'haru charge_settle taken',
    'haru subscription_manual_end_date older',
    'haru subscription_scheduled_renew taken',
    'rowan subscription_manual_auto_charge_off taken',
  ],
  charges: ['dalal declined 40.125 KWD 2025-05-06 event', 'haru settled 8140 JPY 2025-05-06 event'],
  keys: ['dalal 8', 'haru 8', 'rowan 3'],
  copies: 7,
  tooLarge: 0,
}
const each = (part: 'events' | 'charges', change: (row: string) => string) => undisturbed[part].map(change).toSorted()
/** Where two events of one subscription bear the same time, or none, nobody can say which is later. */
const undecided = (row: string) => row.replace(/^(dalal|haru)( subscription.*) (older|taken)$/, '$1$2 differs')
const nothing = { charges: [], keys: [] }

const otherwise: Record<string, Partial<State>> = {
  twice: { copies: 14 },
  sameSecond: { events: each('events', undecided) },
  noTimes: { events: each('events', undecided), charges: each('charges', (row) => row.replace(' 2025-05-06', ' ')) },
  unknownAction: { events: each('events', (row) => row.replace(/ (\w+)$/, '_v4 $1')) },
  foreign: { ...nothing, events: each('events', (row) => row.replace(/\w+$/, 'foreign')) },
  notJson: { ...nothing, events: ['nobody – unreadable'] },
  huge: { ...nothing, events: [], copies: 0, tooLarge: 14 },
}
/** By the fault itself, or because what is refused is repeated once here. */
const postedTwice = ['twice', 'huge']

describe.each(engines)('what the service sends oddly, over real sockets, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let [standin, door, address]: [Standin | null, Server | null, string] = [null, null, '']
  let seconds = 0

  beforeAll(async () => {
    door = createServer(async (request, response) => {
      const asked = new Request(`http://127.0.0.1${request.url}`, { method: 'POST', body: await buffer(request) })
      const [account = '', secret = ''] = (request.url ?? '').split('/').slice(3)
      const { status, headers } = await receiveEvent(asked, { params: Promise.resolve({ account, secret }) })
      response.writeHead(status, Object.fromEntries(headers)).end()
    })
    await once(door.listen(0, '127.0.0.1'), 'listening')
    const { secret } = await makeAddress(somebody('admin', 'admin'), 'northwind')
    address = `http://127.0.0.1:${(door.address() as AddressInfo).port}/api/events/northwind/${secret}`
    standin = await startStandin({
      now: () => new Date(Date.parse('2025-05-06T12:00:00Z') + 1_000 * seconds++),
      renewalDelayMs: 1,
      retries: { repeats: 1, pauseMs: 20, groupMs: 600_000 },
    })
    await tell('events', { account: 'northwind', address })
  })
  afterAll(async () => {
    await standin?.close()
    door?.closeAllConnections()
    door?.close()
  })

  const url = () => standin?.url ?? ''
  async function tell(what: string, body: object): Promise<number> {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url()}/standin/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }

  /** Lets the seven events happen, and waits until each was taken, or refused for good. */
  async function play(fault?: { fault: string; times?: number; ms?: number }): Promise<State> {
    for (const table of ['events', 'event_hours', 'directory_pending', 'directory_keys', 'directory_charges'] as const)
      await own.store.deleteFrom(table).execute()
    standin?.reset()
    if (fault) expect(await tell('event-faults', fault)).toBe(201)
    const client = new SignedClient(url())
    const of = ({ buyer, subscription }: { buyer: string; subscription: string }) =>
      `/api/v2/buyers/${buyer}/subscriptions/${subscription}`
    await client.post(`${of(threeTokens)}/change_autocharge_status`, { autochargeStatus: false })
    await client.put(`/api/v3/buyers/${dinar.buyer}/disable-token`, { chargeMethodTokenId: dinar.token })
    for (const who of [yen, dinar])
      await client.post(`${of(who)}/change_expiration_date`, { expirationDate: '2025-05-06', reason: 'Renew now' })
    await vi.waitFor(async () => {
      const posted = (await (await fetch(`${url()}/standin/events`)).json()) as {
        action: string
        thing: string
        status: number
      }[]
      const over = new Set(posted.filter(({ status }) => [202, 413].includes(status)).map((one) => one.action + one.thing))
      expect(over.size).toBe(7)
      expect(posted.length).toBeGreaterThanOrEqual(fault && postedTwice.includes(fault.fault) ? 14 : 7)
    }, 20_000)
    await writeRefused()
    await readEvents(new AbortController().signal)
    await indexPending()
    return state()
  }

  async function state(): Promise<State> {
    const events = await own.store.selectFrom('events').selectAll().execute()
    const keys = await own.store.selectFrom('directory_keys').select(['buyer_id', 'kind', 'key']).execute()
    const charges = await own.store.selectFrom('directory_charges').selectAll().execute()
    const refused = await own.store.selectFrom('event_hours').selectAll().where('what', '=', 'size').execute()
    const of = (buyer: string | null) => nameOf.get(buyer) ?? 'nobody'
    return {
      events: events.map((row) => `${of(row.buyer_id)} ${row.action ?? '–'} ${row.state}`).toSorted(),
      charges: charges
        .map((row) => `${of(row.buyer_id)} ${[row.status, row.amount, row.currency, row.day, row.told_by].join(' ')}`)
        .toSorted(),
      keys: [...nameOf.values()]
        .map((name) => `${name} ${keys.filter(({ buyer_id }) => of(buyer_id) === name).length}`)
        .filter((row) => !row.endsWith(' 0'))
        .toSorted(),
      copies: events.reduce((all, { copies }) => all + copies, 0),
      tooLarge: refused.reduce((all, { count }) => all + Number(count), 0),
    }
  }

  it('comes to what happened, where nothing is odd', async () => expect(await play()).toEqual(undisturbed))

  it.each(['drop', 'twice', 'late', 'sameSecond', 'noTimes', 'micros', 'withT', 'numberAmount'])(
    'comes to that with the fault %s, or says what it cannot know',
    async (fault) => expect(await play({ fault, times: 7, ms: 50 })).toEqual({ ...undisturbed, ...otherwise[fault] }),
  )
  it.each(['metaList', 'oldShape', 'noProvider', 'unknownAction', 'foreign', 'huge', 'notJson'])(
    'comes to that with the fault %s, or is refused and counted',
    async (fault) => {
      expect(await play({ fault, times: 7 })).toEqual({ ...undisturbed, ...otherwise[fault] })
    },
  )
  it.each([
    { fault: 'backwards', times: 7 },
    { fault: 'burst', times: 7 },
    { fault: 'burst', times: 9, ms: 300 },
    { fault: 'silence', ms: 300 },
  ])('comes to that with %j', async (fault) => expect(await play(fault)).toEqual(undisturbed))

  it.each([{}, { fault: 'lost' }, { fault: 'drop', times: 0 }, { fault: 'late', ms: -1 }])('%j is no fault', async (fault) =>
    expect(await tell('event-faults', fault)).toBe(422),
  )
})
