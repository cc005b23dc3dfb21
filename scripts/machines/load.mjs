import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

const kinds = ['unavailable', 'unconfirmed']

/**
 * People who work at once at a desk whose copies come and go: each makes buyers, changes their e-mails and reads, over and over, and
 * notes what came of it. A command without a certain answer is asked for again under its action id, which must not send it twice.
 */
export class Load {
  /** @type {Map<string, { mark: string, outcome: string }>} each command by its action id: what marks it at the service, and what was told at last */
  commands = new Map()
  /** @type {Record<string, number>} how often each kind of answer came */
  answers = {}
  /** @type {string[]} answers that no copy and no balancer may give */
  wrong = []
  /** @type {number[]} milliseconds of each answer */
  times = []
  #isOver = false

  /** @param {import('./desk-person.mjs').DeskPerson[]} people @param {number} perSecond requests of all together */
  constructor(people, perSecond) {
    this.people = people
    this.pauseMs = (1_000 * people.length) / perSecond
  }

  async run(forMs) {
    const over = setTimeout(() => {
      this.#isOver = true
    }, forMs)
    await Promise.all(this.people.map((person) => this.#work(person)))
    clearTimeout(over)
  }

  async #work(person) {
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

  async #read(person, method, path, body) {
    const answer = await this.#ask(person, method, path, body ? { body } : {})
    if (answer !== null && answer.status >= 400) this.#fault(answer, `${method} ${path}`)
  }

  /** Sends a command, and until its outcome is certain asks for it again under the same id. Returns what the service answered. */
  async #command(person, method, path, mark, body) {
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

  async #ask(person, method, path, given) {
    const started = performance.now()
    try {
      const { status, headers, text } = await person.ask(method, path, given)
      const said = await text()
      this.times.push(performance.now() - started)
      this.#count(status < 400 ? 'done' : `${status}`)
      return { status, headers, body: said === '' ? null : readable(said) }
    } catch (cause) {
      // The balancer runs all the time, so a broken connection is a fault of it or of a copy.
      this.wrong.push(`${method} ${path}: ${cause.code ?? cause.message}`)
      return null
    }
  }

  #fault({ status, body }, what) {
    if (kinds.includes(body?.kind)) this.#count(body.kind)
    else this.wrong.push(`${what}: ${status} ${body?.kind ?? ''} ${body?.code ?? ''}`)
  }

  #count(name) {
    this.answers[name] = (this.answers[name] ?? 0) + 1
  }
}

function readable(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
