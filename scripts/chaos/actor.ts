import type { Database } from '@/lib/database/open'
import type { Browser, RequestOptions } from './browser'
import type { Command } from './commands'
import type { RequestFault } from './faults'
import type { Random } from './plan'
import { type Asking, problemIn, type ReportedOutcome, reportedOutcome } from './reported-outcome'
import type { Searcher } from './secrets'
import type { Buyer } from './targets'
import type { GivenCommand } from './told-again'

export type Role = 'agent' | 'finance' | 'manager' | 'admin'

/** What a person stands in: the desk they work at, and who takes down what they see. */
export type Setting = {
  buyers: readonly Buyer[]
  /** The address of a copy that is up, as a balancer would choose it. */
  dashboard: () => Promise<string>
  searcher: Searcher
  reported: ReportedOutcome[]
  /** Commands as they were given, by their id: they're asked for once more at the end. */
  given: Map<string, GivenCommand>
  /** Answers that may never be given. */
  unforeseen: string[]
  /** Promises that somebody saw broken on the spot. */
  broken: string[]
  /** Brings trouble to the next command of an operation on a target; `*` is any target. */
  trouble: (operation: string, target: string, trouble: RequestFault) => Promise<void>
  /** A hand in the database, past the dashboard. */
  hand: Database
  /** By how much the clock of dashboard and service is ahead of ours, in milliseconds. */
  ahead: () => number
}

export type Answered = { status: number; text: string; headers: Record<string, string | undefined> }

/** Somebody at a browser: gives commands, asks for anything else, and notes every answer. */
export class Actor {
  constructor(
    readonly browser: Browser,
    readonly role: Role,
    readonly random: Random,
    readonly setting: Setting,
  ) {}

  /** Gives a command under an id; resolves to the answer, or to null where the connection ended before it. */
  async give(
    actionId: string,
    { method, path, body, headers }: Command,
    given: Partial<Asking> = {},
    more: Record<string, string> = {},
  ): Promise<Answered | null> {
    const asking: Asking = {
      way: 'act',
      of: null,
      email: this.browser.email,
      confirmed: headers?.['x-confirmed-renewal'] === 'yes',
      ...given,
    }
    if (asking.acknowledges) more = { ...more, 'x-acknowledged-action': asking.acknowledges }
    const options = { body, headers: { 'x-action-id': actionId, ...headers, ...more } }
    if (asking.way === 'act' && !this.setting.given.has(actionId))
      this.setting.given.set(actionId, { browser: this.browser, method, path, options })
    const answer = await this.ask(method, path, options)
    this.setting.reported.push(
      answer === null
        ? { actionId, outcome: 'lost', status: 0, isReplayed: false, code: null, asked: asking }
        : reportedOutcome(actionId, answer, asking),
    )
    return answer
  }

  /** Sends again or undoes an action, as an action of its own. */
  goOn(way: 'send-again' | 'undo', of: string, actionId = this.id()): Promise<Answered | null> {
    return this.give(actionId, { method: 'POST', path: `/api/desk/actions/${of}/${way}`, body: {} }, { way, of })
  }

  /** An answer, or `null` where the connection ended before it. */
  async ask(method: string, path: string, options: RequestOptions = {}): Promise<Answered | null> {
    const address = await this.setting.dashboard()
    const answer = await this.browser.ask(address, method, path, options).catch(() => null)
    if (answer === null) return null
    this.setting.searcher.look(`the answer to ${method} ${path}`, answer.text)
    if (answer.status >= 500 && ![502, 503, 504].includes(answer.status))
      this.setting.unforeseen.push(`${method} ${path} was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
    return answer
  }

  /** Asks for JSON; null where there was no success. */
  async json<T>(method: string, path: string, requestOptions: RequestOptions = {}): Promise<T | null> {
    const answer = await this.ask(method, path, requestOptions)
    if (answer === null || answer.status >= 300) return null
    const read: T = JSON.parse(answer.text)
    return read
  }

  /** Notes a promise that was broken in this person's sight. */
  expect(holds: boolean, promise: string): void {
    if (!holds) this.setting.broken.push(promise)
  }

  id(): string {
    const hex = (length: number) => Array.from({ length }, () => Math.floor(this.random() * 16).toString(16)).join('')
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
  }
}

export const codeOf = (answer: Answered | null) => (answer ? (problemIn(answer.text).code ?? null) : null)
