import { setTimeout as wait } from 'node:timers/promises'
import type { DashboardPerson } from '../machines/dashboard-person'

/** What people do at the dashboard meanwhile, and how long each answer took. They only read. */
export class People {
  /** Milliseconds by what was asked. */
  times = new Map<string, number[]>()
  /** Answers that aren't 2xx. */
  wrong: Record<string, number> = {}
  #isOver = false

  constructor(
    private readonly people: readonly DashboardPerson[],
    private readonly emails: readonly string[],
    private readonly buyerId: string,
  ) {}

  /** Works until `stop` is called; each asks something four times a second at most. */
  run(): Promise<unknown> {
    this.#isOver = false
    return Promise.all(this.people.map((person, number) => this.#work(person, number)))
  }

  stop(): void {
    this.#isOver = true
  }

  /** The times since the last call, and begins anew. */
  take(): Map<string, number[]> {
    const { times } = this
    this.times = new Map()
    return times
  }

  async #work(person: DashboardPerson, number: number): Promise<void> {
    for (let turn = number; !this.#isOver; turn += 1) {
      const q = this.emails[(turn * 61) % this.emails.length] ?? ''
      const asks: [string, 'GET' | 'POST', string, unknown?][] = [
        ['search', 'POST', '/api/desk/search', { q, where: 'here' }],
        ['charges of a buyer', 'GET', `/api/v3/buyers/${this.buyerId}/charge/history`],
        ['list', 'GET', '/api/desk/lists/money-back'],
        ['page of a buyer', 'GET', `/buyers/${this.buyerId}`],
        ['morning', 'GET', '/api/desk/morning'],
      ]
      const [what, method, path, body] = asks[turn % asks.length] ?? ['search', 'GET', '/']
      const started = performance.now()
      await this.#ask(person, what, method, path, body)
      await wait(Math.max(20, 250 - (performance.now() - started)))
    }
  }

  async #ask(person: DashboardPerson, what: string, method: 'GET' | 'POST', path: string, body: unknown): Promise<void> {
    const started = performance.now()
    try {
      const { status, text } = await person.ask(method, path, body === undefined ? {} : { body })
      await text()
      if (status >= 300) this.#wrong(`${what} ${status}`)
    } catch (cause) {
      const { message, cause: under } = cause as Error & { cause?: Error }
      this.#wrong(`${what} without an answer: ${under?.message ?? message}`)
    }
    const times = this.times.get(what) ?? []
    this.times.set(what, times)
    times.push(performance.now() - started)
  }

  #wrong(what: string): void {
    this.wrong[what] = (this.wrong[what] ?? 0) + 1
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN) * 10) / 10
}
