import { BodyReader } from './body-reader'
import { type EventForm, eventForms } from './event-forms'

const ways = ['drop', 'twice', 'late', 'backwards', 'burst', 'silence'] as const
type Way = (typeof ways)[number]
const names: readonly string[] = [...ways, ...Object.keys(eventForms)]

/** What goes wrong with the next `times` events: on their way, or in how they are written. */
export type EventFault = {
  fault: Way | EventForm
  times: number
  /** For `late` how much later, for `backwards` and `burst` how long to gather at most, for `silence` how long nothing is sent. */
  ms: number
}

const usualMs: Partial<Record<EventFault['fault'], number>> = { silence: 2 * 3_600_000 }

/** The event faults that wait for an event. */
export class EventFaults {
  private waiting: EventFault[] = []

  list(): readonly EventFault[] {
    return this.waiting
  }

  clear(): void {
    this.waiting = []
  }

  /** Takes an order for a fault; returns the sentences that say what is wrong with it, none when it was taken. */
  order(given: unknown): string[] {
    const body = new BodyReader(given)
    const fault = body.text('fault', { is: (name) => names.includes(name), as: `one of ${names.join(', ')}` })
    const isCount = (least: number) => (value: number) => Number.isInteger(value) && value >= least
    const times = body.optionalNumber('times', isCount(1), 'a whole number, 1 or more') ?? 1
    const ms = body.optionalNumber('ms', isCount(0), 'a whole number, 0 or more')
    if (body.errors.length > 0) return body.errors.map(({ field, title }) => `${field}: ${title}`)
    const known = fault as EventFault['fault']
    this.waiting.push({ fault: known, times, ms: ms ?? usualMs[known] ?? 5_000 })
    return []
  }

  /** The oldest fault, used up once more; `times` is how many more events it is for. */
  take(): EventFault | undefined {
    const fault = this.waiting[0]
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times === 0) this.waiting.shift()
    return { ...fault }
  }

  /** A silence begins with its order, not with the next event. */
  takeSilence(): EventFault | undefined {
    const silence = this.waiting.find(({ fault }) => fault === 'silence')
    this.waiting = this.waiting.filter((each) => each !== silence)
    return silence
  }
}
