import type { Actor } from '../actor'
import { surplusAnswer } from '../gateway'
import type { Options } from '../options'
import * as approving from './approving'
import * as atOnce from './at-once'
import { type Company, day, type Scene } from './company'
import * as events from './events'
import * as incidents from './incidents'
import * as limits from './limits'
import * as moneyBack from './money-back'
import * as strangers from './strangers'
import { answerUnwritten, keptConnections, lockHolder, nearMidnight, noOutcomes, surplus } from './trouble-inside'

type Named = { name: string; play: Scene }

/** Scenes that take longer than others, or that few need, come in one seed of so many. */
const rarely = 8

const named = (scenes: Record<string, Scene>): Named[] => Object.entries(scenes).map(([name, play]) => ({ name, play }))
const usual = named({
  ...atOnce,
  ...approving,
  ...strangers,
  ...moneyBack,
  ...limits,
  ...events,
  ...incidents,
  surplus: surplus(surplusAnswer),
})

const seldom = named({ keptConnections, kept })

type Where = Pick<Options, 'database' | 'copies'>

/** The scenes of a seed, the next ones in turn, so that each comes as often as any other. */
export function scenesOf(seed: number, count: number, { database, copies }: Where, folder: string): Named[] {
  const onSqlite: Record<string, Scene> = database === 'sqlite' ? { lockHolder: lockHolder(folder) } : {}
  const isServed = database === 'postgres'
  const onOneCopy: Record<string, Scene> = copies === 1 ? { answerUnwritten: answerUnwritten(isServed) } : {} // another copy doesn't know
  const rare = named({ nearMidnight, noOutcomes: noOutcomes(isServed), ...onSqlite, ...onOneCopy })
  const chosen = Array.from({ length: count }, (_, index) => usual[(seed * count + index) % usual.length] as Named)
  const turn = Math.floor(seed / rarely)
  const more = seed % rarely === 0 ? rare : seed % rarely === rarely / 2 ? seldom : []
  return more.length > 0 ? [...chosen, more[turn % more.length] as Named] : chosen
}

type Given = { path: string; body: Record<string, unknown>; headers?: Record<string, string> }

const post = <T>(by: Actor, { path, body, headers = {} }: Given) =>
  by.json<T>('POST', `/api/desk/${path}`, { body, headers: { 'x-action-id': by.id(), ...headers } })

/** What people keep about a buyer, so that a hand finds a row of each kind: guided steps, an offer, and a note that names somebody and promises something. */
async function kept(company: Company): Promise<void> {
  await Promise.all([guided(company), offered(company), noted(company)])
}

async function guided({ agent, second, buyer }: Company): Promise<void> {
  type Guide = { id: string; version: number }
  let guide = await post<Guide>(agent, { path: 'guides', body: { playbook: 'cancel', buyerId: buyer.id, ticket: 'T-1' } })
  const step = (by: Actor, kind: string, more: Record<string, string> = {}) => {
    if (!guide) return null
    const body = { version: guide.version, kind, question: null, answer: null, words: null, ...more }
    return post<Guide>(by, { path: `guides/${guide.id}/steps`, body })
  }
  guide = await step(agent, 'answered', { question: 'subscription', answer: 'none', words: 'There’s none' })
  guide = await step(second, 'taken-over')
  await step(second, 'ended')
}

async function offered({ agent, buyer }: Company): Promise<void> {
  const product = { productHashKey: 'p', productCode: 'NWPLUS1', actionName: 'purchase' }
  const request = { isMobile: false, bundles: [{ bundleHashKey: 'b', products: [product] }] }
  const body = { buyerId: buyer.id, words: 'Plus for a month', request, validUntil: `${day(3)}T12:00:00Z` }
  const quote = await post<{ id: string }>(agent, { path: 'quotes', body, headers: { 'x-buyer-ip': '192.0.2.44' } })
  if (quote) await post(agent, { path: `quotes/${quote.id}/share`, body: {} })
}

const noted = ({ agent, buyer }: Company) =>
  post(agent, { path: `buyers/${buyer.id}/notes`, body: { text: '@Marta Weiss will call back', ticket: 'T-1', due: day(2) } })
