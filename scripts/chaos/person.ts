import type { Asked, Browser } from './browser'
import { type Command, commandFrom } from './commands'
import { chosen, oneIn, type Random } from './plan'
import { readFrom } from './reads'
import type { Searcher } from './secrets'
import type { Buyer } from './targets'
import { problemIn, type Told, toldIn } from './told'

/** What a person stands in: the desk they work at, and who takes down what they see. */
export type Setting = {
  buyers: readonly Buyer[]
  /** The address of a copy that is up, as a balancer would choose it. */
  desk: () => Promise<string>
  searcher: Searcher
  told: Told[]
  /** Answers that may never be given. */
  unforeseen: string[]
}

/** A simulated person: acts, reads, clicks twice, tries again, settles what nobody answered. */
export class Person {
  private readonly mine: { actionId: string; command: Command }[] = []
  private readonly open: string[] = []

  constructor(
    private readonly browser: Browser,
    private readonly random: Random,
    private readonly setting: Setting,
  ) {}

  /** Does one thing. Never rejects for what the dashboard does. */
  async step(): Promise<void> {
    const dice = this.random()
    if (dice < 0.3) await this.ask(readFrom(this.random, this.setting.buyers))
    else if (dice < 0.38) await this.again()
    else if (dice < 0.46) await this.goOn()
    else await this.act()
  }

  private async act(): Promise<void> {
    const actionId = this.id()
    const command = commandFrom(this.random, this.setting.buyers, actionId)
    this.mine.push({ actionId, command })
    const isDouble = oneIn(this.random, 10)
    const acknowledges = oneIn(this.random, 2)
    const [first] = await Promise.all([this.give(actionId, command), ...(isDouble ? [this.give(actionId, command)] : [])])
    const { code, actionId: unsettled } = first ?? {}
    if (code === 'unsettled_action' && unsettled && acknowledges) {
      const next = this.id()
      await this.give(next, command, { 'x-acknowledged-action': unsettled })
    }
  }

  /** The same action once more, as after a reload; sometimes with another body, which is a conflict. */
  private async again(): Promise<void> {
    if (this.mine.length === 0) return
    const { actionId, command } = chosen(this.random, this.mine)
    await this.give(actionId, command)
  }

  /** Goes on with something that is unconfirmed: looks, settles, sends again; or takes something back. */
  private async goOn(): Promise<void> {
    const way = chosen(this.random, ['check', 'settle', 'send-again', 'undo'] as const)
    const from = way === 'undo' ? this.mine.map(({ actionId }) => actionId) : this.open
    if (from.length === 0) return
    const path = `/api/desk/actions/${chosen(this.random, from)}/${way}`
    const as = oneIn(this.random, 2) ? 'happened' : 'did-not-happen'
    if (way === 'check') await this.ask({ method: 'POST', path, body: {} })
    else if (way === 'settle') await this.ask({ method: 'POST', path, body: { as, how: 'checked', reason: 'Looked at it' } })
    else await this.give(this.id(), { method: 'POST', path, body: {} })
  }

  private async give(actionId: string, { method, path, body, headers }: Command, more: Record<string, string> = {}) {
    const answer = await this.ask({ method, path, body, headers: { 'x-action-id': actionId, ...headers, ...more } })
    if (answer === null) {
      this.setting.told.push({ actionId, outcome: 'lost', status: 0, isReplayed: false, code: null })
      return null
    }
    const told = toldIn(actionId, answer)
    this.setting.told.push(told)
    if (told.outcome === 'unconfirmed') this.open.push(actionId)
    return problemIn(answer.text)
  }

  /** An answer, or `null` where the connection ended before it. */
  private async ask({ method, path, ...asked }: { method: string; path: string } & Asked) {
    const address = await this.setting.desk()
    const answer = await this.browser.ask(address, method, path, asked).catch(() => null)
    if (answer === null) return null
    this.setting.searcher.look(`the answer to ${method} ${path}`, answer.text)
    if (answer.status >= 500 && ![502, 503, 504].includes(answer.status))
      this.setting.unforeseen.push(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    return answer
  }

  private id(): string {
    const hex = (length: number) => Array.from({ length }, () => Math.floor(this.random() * 16).toString(16)).join('')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
  }
}
