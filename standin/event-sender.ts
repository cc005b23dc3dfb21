import { randomUUID } from 'node:crypto'
import { type EventFault, EventFaults } from './event-faults'
import { eventForms, timeOf, written } from './event-forms'
import type { TellableEvent } from './events'

/** How often the service tries: one try and five repeats about three seconds apart, and the whole again every five minutes. */
export type Retries = { repeats: number; pauseMs: number; groupMs: number }
export const documentedRetries: Retries = { repeats: 5, pauseMs: 3_000, groupMs: 300_000 }

/** `thing` is the id of the subscription or charge. */
export type Delivery = { account: string; action: string; thing: string; at: string; status: number | null }

type Outgoing = { account: string; action: string; thing: string; text: string }

const maxKept = 1_000
const patienceMs = 10_000

/** Posts events to the addresses that merchants have given, in the order in which they happened and without waiting for each other. */
export class EventSender {
  readonly faults = new EventFaults()
  private readonly addresses = new Map<string, Set<string>>()
  private readonly deliveries: Delivery[] = []
  private timers = new Set<NodeJS.Timeout>()
  /** When the event before happened, by account. */
  private readonly times = new Map<string, string>()
  private gathered: Outgoing[] = []
  /** What is to be sent after a silence; null where there is none. */
  private kept: (() => void)[] | null = null

  constructor(
    private readonly now: () => Date,
    private readonly retries: Retries = documentedRetries,
  ) {}

  /** Whether anybody has given an address. */
  get isHeard(): boolean {
    return this.addresses.size > 0
  }

  /** From now on an account's events go there as well. */
  sendTo(account: string, address: string): void {
    this.addresses.set(account, (this.addresses.get(account) ?? new Set()).add(address))
  }

  /** Takes an order for a fault; returns the sentences that say what is wrong with it. A silence begins at once. */
  orderFault(given: unknown): string[] {
    const problems = this.faults.order(given)
    const silence = this.faults.takeSilence()
    if (silence) this.fallSilent(silence.ms)
    return problems
  }

  tell({ account, body }: TellableEvent): void {
    const order = this.faults.take()
    const time = timeOf(body)
    const text = order && order.fault in eventForms ? this.spoilt(order.fault, account, body) : written(body)
    if (order?.fault !== 'sameSecond') this.times.set(account, time)
    const event = { account, action: String(body.action), thing: thingOf(body), text }
    if (order) this.sendOddly(event, order)
    else this.send(event)
  }

  /** Sends a test event of an account, and returns to how many addresses. */
  sendTest(account: string): number {
    const thing = randomUUID()
    const text = JSON.stringify({ type: 'test', action: 'test', merchant: account, test: thing })
    this.send({ account, action: 'test', thing, text })
    return this.addresses.get(account)?.size ?? 0
  }

  /** What was sent where, oldest first, with the status that came back; null where none did. */
  list(): readonly Delivery[] {
    return this.deliveries
  }

  /** Sends nothing more. The addresses stay. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers = new Set()
    this.deliveries.length = 0
    this.faults.clear()
    this.gathered = []
    this.kept = null
  }

  private sendOddly(event: Outgoing, order: EventFault): void {
    switch (order.fault) {
      case 'late':
        this.later(order.ms, () => this.send(event))
        break
      case 'backwards':
      case 'burst':
        this.gather(event, { ...order, fault: order.fault })
        break
      case 'twice':
        this.send(event)
        this.send(event)
        break
      default:
        this.send(event, order.fault === 'drop')
    }
  }

  private spoilt(fault: string, account: string, body: TellableEvent['body']): string {
    const time = this.times.get(account) ?? timeOf(body)
    return eventForms[fault as keyof typeof eventForms](body, { time })
  }

  private send(event: Outgoing, isLost = false): void {
    for (const address of this.addresses.get(event.account) ?? []) void this.deliver(event, address, { tries: 0, isLost })
  }

  /** Keeps events until there are as many as were ordered, or for so long, and sends them together or from the last to the first. */
  private gather(event: Outgoing, { fault, times, ms }: { fault: 'backwards' | 'burst'; times: number; ms: number }): void {
    this.gathered.push(event)
    const flush = async () => {
      for (const each of fault === 'burst' ? this.gathered.splice(0) : this.gathered.splice(0).reverse())
        for (const address of this.addresses.get(each.account) ?? []) {
          const delivered = this.deliver(each, address, { tries: 0 })
          if (fault === 'backwards') await delivered
        }
    }
    if (times === 0) void flush()
    else if (this.gathered.length === 1) this.later(ms, () => void flush())
  }

  private fallSilent(ms: number): void {
    if (this.kept !== null) return
    this.kept = []
    this.later(ms, () => {
      const kept = this.kept ?? []
      this.kept = null
      for (const send of kept) send()
    })
  }

  private later(ms: number, run: () => void): void {
    const { timers } = this
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timer.unref()
    timers.add(timer)
  }

  private async deliver(event: Outgoing, address: string, { tries, isLost = false }: { tries: number; isLost?: boolean }) {
    if (this.kept) return void this.kept.push(() => void this.deliver(event, address, { tries, isLost }))
    const { timers } = this
    const status = isLost ? null : await post(address, event.text)
    if (timers !== this.timers) return // stopped meanwhile
    const { text: _, ...about } = event
    this.deliveries.push({ ...about, at: this.now().toISOString(), status })
    if (this.deliveries.length > maxKept) this.deliveries.shift()
    if (status !== null && status >= 200 && status < 300) return
    const isGroupOver = tries % (this.retries.repeats + 1) === this.retries.repeats
    this.later(
      isGroupOver ? this.retries.groupMs : this.retries.pauseMs,
      () => void this.deliver(event, address, { tries: tries + 1 }),
    )
  }
}

const thingOf = ({ subscriptionData, chargeData }: Record<string, unknown>): string =>
  ((subscriptionData ?? chargeData) as { id: string }).id

async function post(address: string, body: string): Promise<number | null> {
  try {
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(address, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null // nobody there, or no answer in time
  }
}
