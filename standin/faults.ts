import { BodyReader } from './body-reader'
import type { Habits } from './operations/operation'
import { operations } from './operations/registry'

const faultNames = [
  'hold',
  'delay',
  'reset',
  'slowBody',
  'html500',
  'empty500',
  'error500',
  'notJson',
  'wrongShape',
  'authFailure',
  'race',
  'tooMany',
  'redirect',
  'huge',
  'invalid',
  'refused',
  'gateway',
  'surplus',
  'doubledKey',
  'announced204',
] as const
const habitNames = ['ignoreLimit', 'newestFirst', 'otherSpellings'] as const

const gatewayForms = ['page', 'empty', 'message'] as const

export type FaultName = (typeof faultNames)[number]

/** What goes wrong with the next `times` requests for an operation, `*` being any. */
export type Fault = {
  operation: string
  fault: FaultName
  times: number
  /** Whether the operation takes effect although its answer is lost or spoilt. */
  applied: boolean
  /** For `delay` how long to wait, for `slowBody` the pause between two bytes, for `surplus` when after the answer it comes. */
  ms: number | null
  /** For `reset`: before anything is answered, or in the middle of a body. */
  at: 'start' | 'body'
  /** For `redirect`. */
  location: string
  /** For `huge`: the size of the body, as it is once unpacked. */
  bytes: number
  gzip: boolean
  /** For `tooMany` and `gateway`: the seconds of Retry-After. */
  seconds: number
  /** For `gateway`, which answers in the place of the service: with which status, and whether a page, nothing or a JSON with a message. */
  status: number
  form: (typeof gatewayForms)[number]
  /** For `invalid`: the field that is refused. */
  field: string
  /** For `wrongShape` the JSON to answer instead, for `surplus` the JSON that nobody asked for; without it that is a 204. */
  body: unknown
}

/** The faults that wait for a request, and the habits that are on. */
export class Faults {
  private waiting: Fault[] = []
  private ways = noHabits()

  get habits(): Habits {
    return this.ways
  }

  list(): { waiting: Fault[]; habits: Habits } {
    return { waiting: this.waiting, habits: this.ways }
  }

  clear(): void {
    this.waiting = []
    this.ways = noHabits()
  }

  /** Takes an order for a fault; returns the sentences that say what is wrong with it, none when it was taken. */
  order(given: unknown): string[] {
    const body = new BodyReader(given)
    const name = body.text('fault', { is: isKnown, as: `one of ${[...faultNames, ...habitNames].join(', ')}` })
    const habit = habitNames.find((candidate) => candidate === name)
    const fault = habit ? undefined : readFault(body, name)
    if (body.errors.length > 0) return body.errors.map(({ field, title }) => `${field}: ${title}`)
    if (habit) this.ways = { ...this.ways, [habit]: true }
    if (fault) this.waiting.push(fault)
    return []
  }

  /** The oldest fault ordered for this operation, used up once more. */
  take(operation: string): Fault | undefined {
    const fault = this.waiting.find((candidate) => candidate.operation === operation || candidate.operation === '*')
    if (fault) fault.times -= 1
    this.waiting = this.waiting.filter((candidate) => candidate.times > 0)
    return fault
  }
}

const noHabits = (): Habits => ({ ignoreLimit: false, newestFirst: false, otherSpellings: false })

const isKnown = (name: string) => [...faultNames, ...habitNames].some((known) => known === name)

const targets = [...operations.map(({ name }) => name), '*']

function readFault(body: BodyReader, name: string): Fault | undefined {
  const count = (field: string, fallback: number, least = 0) =>
    body.optionalNumber(field, (value) => Number.isInteger(value) && value >= least, `a whole number, ${least} or more`) ??
    fallback
  const fault = {
    operation: body.text('operation', { is: (text) => targets.includes(text), as: `one of ${targets.join(', ')}` }),
    times: count('times', 1, 1),
    applied: body.optionalFlag('applied') ?? false,
    ms: body.has('ms') ? count('ms', 0) : null,
    at: readMoment(body),
    location: body.optionalText('location') ?? 'http://127.0.0.1:9/elsewhere',
    bytes: count('bytes', 2 ** 20, 11),
    gzip: body.optionalFlag('gzip') ?? false,
    seconds: count('seconds', 1),
    field: body.optionalText('field') ?? 'reason',
    status:
      body.optionalNumber(
        'status',
        (status) => Number.isInteger(status) && status >= 400 && status <= 599,
        'a status from 400 to 599',
      ) ?? 403,
    form: readForm(body),
    body: body.raw('body'),
  }
  const known = faultNames.find((candidate) => candidate === name)
  return known && { ...fault, fault: known }
}

const readForm = (body: BodyReader): Fault['form'] => {
  const isForm = (text: string) => gatewayForms.some((form) => form === text)
  const given = body.optionalText('form', { is: isForm, as: `one of ${gatewayForms.join(', ')}` })
  return gatewayForms.find((form) => form === given) ?? 'page'
}

const readMoment = (body: BodyReader): 'start' | 'body' =>
  body.optionalText('at', { is: (text) => text === 'start' || text === 'body', as: 'start or body' }) === 'body'
    ? 'body'
    : 'start'
