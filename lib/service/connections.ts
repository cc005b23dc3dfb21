import 'server-only'
import { buildConnector, Client } from 'undici'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { ServiceRequest } from './transport'

/** For one exchange. `done` is called when its answer has been read, or will not be. */
type Connection = { client: Client; done: (mayBeKept: boolean) => void }

/** What a connection that is kept was opened for, when, and from when on it may be used again. Moments are those of `performance.now`. */
type Use = { merchant: string; key: string; openedAt: number; restedAt: number }

/** After an answer a connection rests for so long: bytes that nobody asked for, which may still be on their way, then end it unused. */
const restMs = 250
/** Most servers end a connection that rests for five seconds, and on a busy machine the news of it comes late. */
const reusedWithinMs = 2_000
/** No surplus answer is older than its connection, so nor is what a read can show at worst. */
const usedForMs = 10_000
const maxKept = 32

/**
 * The connection of an exchange. A read of a buyer has one that answered the very same question before, where one has rested: then a surplus
 * answer that comes too late to be noticed is an earlier answer to what was asked. A command, prices and a search by e-mail have a new one,
 * which ends with them.
 */
export function connectionFor(request: ServiceRequest, url: string): Connection {
  const { operation, merchant, buyerIp, headers, fresh } = request
  const isKept = operation.method === 'GET' && operation.path.includes('{buyerId}') && !fresh
  const key = JSON.stringify([merchant.code, operation.name, url, buyerIp, headers])
  const { client, use } = (isKept && kept().take(key)) || opened(url, merchant.code, key)
  const done = (mayBeKept: boolean) => {
    if (isKept && mayBeKept) kept().giveBack(client, use)
    else void client.destroy()
    if (operation.kind === 'command') dropConnections(merchant.code)
  }
  return { client, done }
}

/** No connection of this merchant account from before now is used again: what it may still bring is out of date, or mixed up. */
export const dropConnections = (merchant: string): void => kept().dropAll(merchant)

const kept = () => singleton('service-connections', () => new KeptConnections())

// One connector for all requests, so that TLS sessions are resumed.
const connector = () => singleton('service-connector', () => buildConnector({ timeout: 3_000 }))

function opened(url: string, merchant: string, key: string): { client: Client; use: Use } {
  const atMost = restMs + reusedWithinMs
  const client = new Client(new URL(url).origin, {
    connect: connector(),
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: atMost,
    keepAliveMaxTimeout: atMost,
  })
  client.on('disconnect', (_origin, _targets, { message }) => {
    if (message !== 'bad response') return
    dropConnections(merchant)
    log.warn({ merchant }, 'surplus_answer')
  })
  const now = performance.now()
  return { client, use: { merchant, key, openedAt: now, restedAt: now } }
}

/** Connections that rest, in the order they were given back. One that the service has closed is opened again by undici. */
class KeptConnections {
  private readonly resting = new Map<Client, Use>()
  private readonly droppedAt = new Map<string, number>()

  take(key: string): { client: Client; use: Use } | undefined {
    const now = performance.now()
    for (const [client, use] of this.resting) {
      if (now - use.restedAt >= reusedWithinMs || now - use.openedAt >= usedForMs)
        this.drop(client) // undici's own timer may be late
      else if (use.key === key && use.restedAt <= now) {
        this.resting.delete(client)
        return { client, use }
      }
    }
    return undefined
  }

  giveBack(client: Client, use: Use): void {
    const { connected, running } = client.stats
    const isDropped = use.openedAt <= (this.droppedAt.get(use.merchant) ?? Number.NEGATIVE_INFINITY)
    if (!connected || running > 0 || isDropped) return void client.destroy()
    this.resting.set(client, { ...use, restedAt: performance.now() + restMs })
    const [oldest] = this.resting.keys()
    if (oldest && this.resting.size > maxKept) this.drop(oldest)
  }

  dropAll(merchant: string): void {
    this.droppedAt.set(merchant, performance.now())
    for (const [client, use] of this.resting) if (use.merchant === merchant) this.drop(client)
  }

  private drop(client: Client): void {
    this.resting.delete(client)
    void client.destroy()
  }
}

type Outcome = { at: number; lost: boolean }

const inARow = 5
const sample = 20
const windowMs = 30_000
const breakMs = 5_000

/**
 * Stops asking a service that does not answer: opens after five lost requests in a row, or when half of twenty within thirty seconds
 * were lost. While open one read at a time may probe; a probe that is answered closes it.
 */
export class Breaker {
  private outcomes: Outcome[] = []
  private openedAt: number | null = null
  private lostInARow = 0
  private probing = false

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly opened: () => void = () => {},
  ) {}

  get isOpen(): boolean {
    return this.openedAt !== null
  }

  /**
   * Whether a request may go out now. While open, a command never does: a lost one would leave its outcome unknown, only to learn whether
   * the service is back.
   */
  admits(kind: 'query' | 'command'): boolean {
    if (this.openedAt === null) return true
    if (kind === 'command' || this.probing || this.now() - this.openedAt < breakMs) return false
    this.probing = true
    return true
  }

  answered(): void {
    this.probing = false
    this.lostInARow = 0
    if (this.openedAt !== null) this.outcomes = []
    this.openedAt = null
    this.record(false)
  }

  lost(): void {
    this.probing = false
    this.lostInARow += 1
    this.record(true)
    const half = this.outcomes.filter(({ lost }) => lost).length * 2 >= this.outcomes.length
    const wasOpen = this.openedAt !== null
    if (wasOpen || this.lostInARow >= inARow || (this.outcomes.length >= sample && half)) this.openedAt = this.now()
    if (!wasOpen && this.openedAt !== null) this.opened()
  }

  /** For a request that the person left: it says nothing about the service. */
  abandoned(): void {
    this.probing = false
  }

  private record(lost: boolean): void {
    const since = this.now() - windowMs
    this.outcomes = [...this.outcomes.filter(({ at }) => at >= since), { at: this.now(), lost }].slice(-sample)
  }
}
