import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenFor } from '@/lib/agents/server/machine-for-tests'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { overHttp } from '@/lib/testing/over-http'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { assist } from './assist'
import { type Door, doorFrom } from './door'

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' })
let standin: Standin
let place: Awaited<ReturnType<typeof overHttp>>
let door: Door
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
  place = await overHttp()
  door = doorFrom({ DESK_URL: place.address, DESK_TOKEN: await tokenFor(dashboard, 'agent', { waitingMost: 20 }) }, undefined)
})
afterAll(async () => {
  await place.close()
  await standin.close()
})

const folder = new URL('../../docs/tickets/', import.meta.url)
const tickets = readdirSync(folder).map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))
const sent = () => standin.received().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/bundles'))

const wanted: Record<string, [verb: string, buyer: string]> = {
  'T-4701.txt': ['autochargeOn', ids.cancelledAndFrozen.buyer],
  'T-4702.txt': ['autochargeOff', ids.arabicName.buyer],
  'T-4703.txt': ['autochargeOff', ids.longHistory.buyer],
  'T-4704.txt': ['requestRefund', ids.settledTwice.buyer],
  'T-4705.txt': ['disableToken', ids.dinar.buyer],
  'T-4706.txt': ['enableToken', ids.cascade.buyer],
  'T-4707.txt': ['changeEndDate', ids.yen.buyer],
  'T-4708.txt': ['changeEmail', ids.emojiName.buyer],
  'T-4709.txt': ['changeEndDate', ids.threeTokens.buyer],
  'T-4710.txt': ['autochargeOff', ids.oddFields.buyer],
}

describe('the scripted assistant', () => {
  it.each(tickets)('prepares $file so that it waits for a person, and sends nothing', async ({ file, text }) => {
    const done = await assist(door, text)
    const [verb, buyerId] = wanted[file] ?? []
    expect(done).toMatchObject({ verb, buyerId, proposal: { state: 'waiting', address: expect.stringContaining('/approvals?') } })
    const row = await (await database())
      .selectFrom('approvals')
      .selectAll()
      .where('id', '=', String(done.proposal.id))
      .executeTakeFirstOrThrow()
    expect([row.operation, row.ticket, row.state]).toEqual([verb, file.slice(0, 6), 'waiting'])
    expect(await assist(door, text)).toMatchObject({ proposal: { id: done.proposal.id } }) // asked again, it's the same proposal
    expect(sent()).toEqual([])
  })

  it('prepares a payment link for a product that is named by its code', async () => {
    const text = 'Ticket: T-4711\nFrom: vitor@example.test\n\nPlease send me a link to pay for NWPLUS1 by card.'
    expect(await assist(door, text)).toMatchObject({ verb: 'createPaymentLink', buyerId: ids.oldVoucher.buyer })
  })

  it.each([
    ['names nobody', 'Please cancel', /names no e-mail/],
    ['is of somebody unknown', 'From: unknown@example.test\n\nPlease cancel', /No buyer has exactly this e-mail/],
    ['asks for nothing known', 'From: layan@example.test\n\nHello there', /doesn’t understand/],
    ['could mean several things', 'From: rowan@example.test\n\nI lost my card', /A person has to choose/],
    ['asks for money that was paid once', 'From: layan@example.test\n\nI want a refund', /was charged twice/],
  ])('stops at a ticket that %s', async (_, text, words) => {
    await expect(assist(door, text)).rejects.toThrow(words)
  })

  it('knows every ticket of the folder', () => {
    expect(tickets.map(({ file }) => file)).toEqual(Object.keys(wanted))
  })
})
