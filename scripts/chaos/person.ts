import { Actor } from './actor'
import { type Command, commandFrom } from './commands'
import { chosen, oneIn, type Random } from './plan'
import { problemIn } from './reported-outcome'
import type { Buyer } from './targets'

type Read = { method: string; path: string; body?: unknown }

const get = (path: string): Read => ({ method: 'GET', path })

/** What people look at meanwhile: pages, answers, files. */
const reading: readonly ((buyer: Buyer) => Read)[] = [
  ({ id }) => get(`/api/v3/buyers/${id}/charge/history?limit=25`),
  ({ id }) => get(`/api/v3/buyers/${id}/tokens`),
  ({ id }) => get(`/api/v2/buyers/${id}/subscriptions`),
  ({ id }) => get(`/api/desk/buyers/${id}/actions`),
  ({ id }) => get(`/api/desk/buyers/${id}/known`),
  ({ id }) => get(`/api/desk/buyers/${id}/facts`),
  ({ id }) => ({
    method: 'POST',
    path: `/api/desk/buyers/${id}/export`,
    body: { rows: 'attempts', format: 'csv', order: 'newest-first', zone: 'UTC', columns: ['orderId', 'amount', 'currency'] },
  }),
  ({ id }) => get(`/buyers/${id}`),
  () => get('/journal'),
  () => get('/api/desk/journal'),
  () => get('/api/desk/journal/export'),
  () => get('/api/desk/waiting'),
  () => get('/api/desk/session'),
  () => get('/api/desk/health/live'),
  () => ({ method: 'POST', path: '/api/desk/search', body: { q: 'tainara@example.test' } }),
  ({ id }) => ({
    method: 'POST',
    path: `/api/v3/buyers/${id}/products/bundles`,
    body: {
      isMobile: false,
      bundles: [{ bundleHashKey: 'b', products: [{ productHashKey: 'p', productCode: 'NWPLUS1', actionName: 'purchase' }] }],
    },
  }),
]

const readFrom = (random: Random, buyers: readonly Buyer[]): Read => chosen(random, reading)(chosen(random, buyers))

/** A simulated person: acts, reads, clicks twice, tries again, settles what nobody answered. */
export class Person extends Actor {
  private readonly mine: { actionId: string; command: Command }[] = []
  private readonly open: string[] = []

  /** Does one thing. Never rejects for what the dashboard does. */
  async step(): Promise<void> {
    const dice = this.random()
    if (dice < 0.3) await this.read()
    else if (dice < 0.38) await this.again()
    else if (dice < 0.46) await this.carryOn()
    else await this.act()
  }

  private async read(): Promise<void> {
    const { method, path, body } = readFrom(this.random, this.setting.buyers)
    await this.ask(method, path, { body })
  }

  private async act(): Promise<void> {
    const actionId = this.id()
    const command = commandFrom(this.random, this.setting.buyers, actionId)
    this.mine.push({ actionId, command })
    const isDouble = oneIn(this.random, 10)
    const acknowledges = oneIn(this.random, 2)
    const [first] = await Promise.all([
      this.giveNoting(actionId, command),
      ...(isDouble ? [this.giveNoting(actionId, command)] : []),
    ])
    const { code, actionId: unsettled } = first ?? {}
    if (code === 'unsettled_action' && unsettled && acknowledges) await this.giveNoting(this.id(), command, unsettled)
  }

  /** The same action once more, as after a reload. */
  private async again(): Promise<void> {
    if (this.mine.length === 0) return
    const { actionId, command } = chosen(this.random, this.mine)
    await this.giveNoting(actionId, command)
  }

  /** Goes on with something that is unconfirmed: looks, settles, sends again; or takes something back. */
  private async carryOn(): Promise<void> {
    const way = chosen(this.random, ['check', 'settle', 'settle', 'send-again', 'undo'] as const)
    const any = way === 'undo' || oneIn(this.random, 4)
    const from = any ? this.mine.map(({ actionId }) => actionId) : this.open
    if (from.length === 0) return
    const of = chosen(this.random, from)
    const as = oneIn(this.random, 2) ? 'happened' : 'did-not-happen'
    if (way === 'check') await this.ask('POST', `/api/desk/actions/${of}/check`, { body: {} })
    else if (way === 'settle')
      await this.ask('POST', `/api/desk/actions/${of}/settle`, { body: { as, how: 'by-hand', reason: 'Looked at it' } })
    else await this.goOn(way, of)
  }

  private async giveNoting(actionId: string, command: Command, acknowledges?: string) {
    const answer = await this.give(actionId, command, acknowledges ? { acknowledges } : {})
    if (answer?.headers['x-outcome'] === 'unconfirmed') this.open.push(actionId)
    return answer && problemIn(answer.text)
  }
}
