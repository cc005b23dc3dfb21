import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import type { Database } from '@/lib/database/open'
import { ids } from '@/standin/seed/stories'
import { oneIn } from '../plan'
import { autocharge, type Company, day, endDate, order, type Scene, subscriptionOf, switchToken } from './company'

const maxReadMs = 2_000

/** Another process holds the embedded database's lock for writing: reads are answered all the same, and nothing leaves without an intent. */
export const lockHolder =
  (folder: string): Scene =>
  async ({ agent, second, manager, buyer }) => {
    const path = join(folder, 'counterfoil.sqlite')
    if (!existsSync(path)) return
    const file = new Sqlite(path, { timeout: 2_000 })
    try {
      file.exec('begin immediate')
      const commands = [
        agent.give(agent.id(), switchToken(buyer, buyer.tokens[0], 'disable')),
        second.give(second.id(), order(second.id())),
      ]
      const from = performance.now()
      const reads = Promise.all([
        manager.ask('GET', `/api/desk/buyers/${buyer.id}/actions`),
        manager.ask('GET', `/api/v3/buyers/${buyer.id}/tokens`),
        manager.ask('GET', '/api/desk/health/ready'),
      ])
      await Promise.race([reads, wait(maxReadMs)])
      const took = performance.now() - from
      manager.expect(took < maxReadMs, `Reads go on while another process holds the lock: they took longer than ${maxReadMs} ms`)
      file.exec('rollback')
      await Promise.all([...commands, reads])
    } finally {
      file.close()
    }
  }

/** The database takes no outcomes for a while, as a disk that is just full: they are told, kept, and written after the next start. */
export const noOutcomes =
  (isServed: boolean): Scene =>
  async ({ agent, second, buyer, random, restart }) => {
    await withoutOutcomes(agent.setting.hand, isServed, async () => {
      await Promise.all([
        agent.give(agent.id(), switchToken(buyer, buyer.tokens[0], oneIn(random, 2) ? 'disable' : 'enable')),
        second.give(second.id(), order(second.id())),
      ])
    })
    await restart()
  }

/** An answer comes after the person's patience, and the database takes no outcomes: it's known all the same, so nobody sends it again. */
export const answerUnwritten =
  (isServed: boolean): Scene =>
  async ({ agent, second, buyer, restart }) => {
    const [token] = buyer.tokens
    const [of, command] = [agent.id(), switchToken(buyer, token, 'disable')]
    const delay = { operation: 'disableToken', fault: 'delay', ms: 700 }
    await agent.setting.trouble('disableToken', `token:${token}`, { name: 'delay', order: delay })
    const told = async () => (await agent.give(of, command))?.headers['x-outcome']
    if ((await told()) !== 'unconfirmed') return
    await withoutOutcomes(agent.setting.hand, isServed, async () => {
      await wait(delay.ms)
      if ((await told()) !== 'done') return
      const again = { method: 'POST', path: `/api/desk/actions/${of}/send-again`, body: {} }
      await second.give(second.id(), again, { way: 'send-again', of, mayNotBeSent: 'what is known to be done, sent again' })
    })
    await restart()
  }

async function withoutOutcomes(hand: Database, isServed: boolean, meanwhile: () => Promise<void>): Promise<void> {
  const [make, drop] = isServed ? onPostgres : onSqlite
  for (const statement of make) await sql.raw(statement).execute(hand)
  try {
    await meanwhile()
  } finally {
    for (const statement of drop) await sql.raw(statement).execute(hand)
  }
}

const onSqlite = [
  [
    `create trigger no_outcomes before insert on journal when new.kind like '%outcome' begin select raise(abort, 'disk full'); end`,
  ],
  ['drop trigger no_outcomes'],
] as const
const onPostgres = [
  [
    `create or replace function no_outcomes() returns trigger language plpgsql as
     $$ begin if new.kind like '%outcome' then raise exception 'disk full' using errcode = '53100'; end if; return new; end $$`,
    'create trigger no_outcomes before insert on journal for each row execute function no_outcomes()',
  ],
  ['drop trigger no_outcomes on journal'],
] as const

/** Just before midnight of the service’s day: tomorrow’s date is so near that it counts as a renewal. */
export const nearMidnight: Scene = async (company) => {
  const { agent, second, manager, buyer, random, clock } = company
  const subscription = subscriptionOf(company)
  const before = oneIn(random, 2) ? 30_000 : 400
  await clock(before)
  try {
    const tomorrow = day(0, Date.now() + company.agent.setting.ahead() + before + 5_000)
    if (before < 1_000) {
      await second.setting.trouble('changeAutochargeStatus', `subscription:${subscription}`, {
        name: 'delay',
        order: { operation: 'changeAutochargeStatus', fault: 'delay', ms: 600 },
      })
      const busy = second.give(second.id(), autocharge(buyer, subscription, false))
      await wait(50)
      await Promise.all([busy, agent.give(agent.id(), endDate(buyer, subscription, tomorrow, 'Tomorrow'))])
    } else await agent.give(agent.id(), endDate(buyer, subscription, tomorrow, 'Tomorrow'))
    await manager.give(manager.id(), endDate(buyer, subscription, tomorrow, 'Tomorrow'))
  } finally {
    await clock()
  }
}

/** A second answer that nobody asked for, on a connection that is kept: the next command is not answered by it. */
export const surplus = (bytes: string): Scene => {
  const scene: Scene = async ({ agent, second, buyer, random }: Company) => {
    const [token] = buyer.tokens
    await agent.setting.trouble('enableToken', `token:${token}`, { name: 'surplus', passage: { surplus: bytes } })
    await agent.give(agent.id(), switchToken(buyer, token, 'enable'))
    await second.setting.trouble('changeBuyerEmail', '*', {
      name: 'refused',
      order: { operation: 'changeBuyerEmail', fault: 'refused' },
    })
    await wait(10 + random() * 10)
    const command = { method: 'PATCH', path: `/api/v2/buyers/${buyer.id}`, body: { email: `${second.id()}@moved.example.test` } }
    await second.give(second.id(), command)
  }
  return scene
}

/**
 * Reads that rest between them, in a merchant account where nobody gives a command meanwhile: what the desk keeps of the connections is
 * used again for the very same read, and for nothing else.
 */
export const keptConnections: Scene = async ({ manager }) => {
  const { buyer } = ids.southbayReader
  const headers = { 'x-merchant': 'southbay' }
  const products = [{ productHashKey: 'p', productCode: 'SBREAD12', actionName: 'purchase' }]
  const body = { isMobile: false, bundles: [{ bundleHashKey: 'b', products }] }
  for (const path of ['tokens', 'tokens', 'charge/history?limit=25']) {
    await manager.ask('GET', `/api/v3/buyers/${buyer}/${path}`, { headers })
    await wait(restMs)
  }
  for (let turn = 0; turn < 2; turn += 1) {
    await manager.ask('POST', `/api/v3/buyers/${buyer}/products/bundles`, { headers, body })
    await wait(restMs)
  }
  await manager.give(manager.id(), { ...order(manager.id()), headers })
}

/** After it a connection may be used again. */
const restMs = 300
