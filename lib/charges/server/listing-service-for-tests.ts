import { randomUUID } from 'node:crypto'
import type { Person } from '@/lib/people/server/sessions'
import type { Dashboard } from '@/lib/testing/dashboard'
import { listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'

/** How the service lists, of which nothing is promised (service-facts 2.13). */
export type Habits = {
  newestFirst?: boolean
  ignoresLimit?: boolean
  ignoresOffset?: boolean
  maxConcurrent?: number
  tellsTotal?: boolean
  /** So many orders are made after each answer. */
  grows?: number
  /** The number of the order that is sent as broken JSON. */
  brokenAt?: number
  /** Which of the requests fail, counted from 1. */
  failsAt?: number[]
}

type Listed = { orderId: string; createdAt: string | null; charges: unknown }

export const orderAt = (second: number): Listed => ({
  orderId: `o-${second}`,
  createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString().slice(0, 19).replace('T', ' '),
  charges: [],
})

export const oldestToNewest = (count: number): string[] => Array.from({ length: count }, (_, index) => `o-${index}`)
export const newestToOldest = (count: number): string[] => oldestToNewest(count).toReversed()

const person: Person = { accountId: 'a', sessionId: 's', email: 'finance@desk.example.test', name: 'Finance', role: 'finance' }

/** Some buyer of some merchant, as somebody asks for their orders. */
export const whose = () => ({ person, merchant: requestTo('').merchant, buyerId: randomUUID() })

/** A service that has nothing but orders, and lists them by its habits. */
export class ListingService {
  orders: Listed[] = []
  asked: string[] = []
  private habits: Habits = {}

  has(count: number, habits: Habits = {}): void {
    this.orders = Array.from({ length: count }, (_, index) => orderAt(index))
    this.habits = habits
    this.asked = []
  }

  async start(dashboard: Dashboard): Promise<void> {
    const service = await listener((response, { url }) => {
      const search = new URL(url, 'http://x').searchParams
      this.asked.push(search.toString())
      if (this.habits.failsAt?.includes(this.asked.length)) return void response.writeHead(500).end()
      response.writeHead(200, { 'content-type': 'application/json' }).end(this.answer(search))
      for (let grown = 0; grown < (this.habits.grows ?? 0); grown += 1) this.orders.push(orderAt(this.orders.length))
    })
    dashboard.serviceAt(service.url)
  }

  private answer(search: URLSearchParams): string {
    const { newestFirst, ignoresOffset, ignoresLimit, maxConcurrent = 1_000, tellsTotal, brokenAt } = this.habits
    const listed = newestFirst ? this.orders.toReversed() : this.orders
    const offset = ignoresOffset ? 0 : Number(search.get('offset'))
    const limit = ignoresLimit ? listed.length : Math.min(Number(search.get('limit')), maxConcurrent)
    const meta = { total: tellsTotal === false ? null : listed.length, offset }
    const text = JSON.stringify({ data: listed.slice(offset, offset + limit), meta })
    return brokenAt === undefined ? text : text.replace(`"o-${brokenAt}"`, '"o"x"')
  }
}
