import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Answer, Asking, DashboardPerson } from './dashboard-person'

/** What marks a command at the service, and what was told of it at last. */
export type LoadedCommand = { mark: string; outcome: string }

type LoadAnswer = {
  status: number
  headers: Answer['headers']
  body: { kind?: string; code?: string; data?: { id?: string } } | null
}

const kinds = ['unavailable', 'unconfirmed']

/**
 * People who work at once at a desk whose copies come and go: each makes buyers, changes their e-mails and reads, over and over, and
 * notes what came of it. A command without a certain answer is asked for again under its action id, which must not send it twice.
 */
export class Load {
  /** Each command by its action id: what marks it at the service, and what was told at last */
  commands = new Map<string, LoadedCommand>()
  /** How often each kind of answer came */
  answers: Record<string, number> = {}
  /** Answers that no copy and no balancer may give */
  wrong: string[] = []
  /** Milliseconds of each answer */
  times: number[] = []
  #isOver = false
  private readonly pauseMs: number

  /** @param perSecond requests of all together */
  constructor(
    private readonly people: DashboardPerson[],
    perSecond: number,
  ) {
    this.pauseMs = (1_000 * people.length) / perSecond
  }

  async run(forMs: number): Promise<void> {
    const over = setTimeout(() => {
      this.#isOver = true
    }, forMs)
    await Promise.all(this.people.map((person) => this.#work(person)))
    clearTimeout(over)
  }

  async #work(person: DashboardPerson): Promise<void> {
    while (!this.#isOver) {
      const started = performance.now()
      const email = `${randomUUID()}@load.example.test`
      const made = await this.#command(person, 'POST', '/api/v2/buyers', email, {
        merchantCode: 'northwind',
        email,
        country: 'DE',
      })
      const buyerId = made?.data?.id
      if (buyerId) {
        const other = `${randomUUID()}@load.example.test`
        await this.#command(person, 'PATCH', `/api/v2/buyers/${buyerId}`, other, { email: other })
        await this.#read(person, 'GET', `/api/v3/buyers/${buyerId}/charge/history`)
        await this.#read(person, 'POST', '/api/desk/search', { q: buyerId, where: 'here' })
      }
      await wait(Math.max(0, (buyerId ? 4 : 1) * this.pauseMs - (performance.now() - started)))
    }
  }

  async #read(person: DashboardPerson, method: 'GET' | 'POST', path: string, body?: unknown): Promise<void> {
    const answer = await this.#ask(person, method, path, body ? { body } : {})
    if (answer !== null && answer.status >= 400) this.#fault(answer, `${method} ${path}`)
  }

  /** Sends a command, and until its outcome is certain asks for it again under the same id. Returns what the service answered. */
  async #command(
    person: DashboardPerson,
    method: 'POST' | 'PATCH',
    path: string,
    mark: string,
    body: unknown,
  ): Promise<{ data?: { id?: string } } | null> {
    const actionId = randomUUID()
    const headers = { 'x-action-id': actionId }
    const command = { mark, outcome: 'unconfirmed' }
    this.commands.set(actionId, command)
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await this.#ask(person, method, path, { body, headers })
      if (answer === null) continue
      if (answer.status < 400) {
        command.outcome = 'done'
        return answer.body
      }
      this.#fault(answer, `${method} ${path}`)
      command.outcome = answer.body?.kind === 'unavailable' ? 'not-sent' : 'unconfirmed'
      // The journal has it as unconfirmed now, and nobody sends it again.
      if (answer.headers['x-replayed'] && command.outcome === 'unconfirmed') return null
      await wait(500)
    }
    return null
  }

  async #ask(person: DashboardPerson, method: Dispatcher.HttpMethod, path: string, given: Asking): Promise<LoadAnswer | null> {
    const started = performance.now()
    try {
      const { status, headers, text } = await person.ask(method, path, given)
      const said = await text()
      this.times.push(performance.now() - started)
      this.#count(status < 400 ? 'done' : `${status}`)
      return { status, headers, body: said === '' ? null : readable(said) }
    } catch (cause) {
      // The balancer runs all the time, so a broken connection is a fault of it or of a copy.
      const { code, message } = cause as NodeJS.ErrnoException
      this.wrong.push(`${method} ${path}: ${code ?? message}`)
      return null
    }
  }

  #fault({ status, body }: LoadAnswer, what: string): void {
    if (body?.kind !== undefined && kinds.includes(body.kind)) this.#count(body.kind)
    else this.wrong.push(`${what}: ${status} ${body?.kind ?? ''} ${body?.code ?? ''}`)
  }

  #count(name: string): void {
    this.answers[name] = (this.answers[name] ?? 0) + 1
  }
}

function readable(text: string): LoadAnswer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
