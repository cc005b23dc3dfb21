import type { DemoServers } from '../scripts/demo-servers.mjs'

/** A request as the stand-in received it. */
export type Received = {
  operation: string | null
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: string
  applied: boolean
}

/** What the service answers in good health. */
const isAnswer = new Set(['invalid', 'refused'])

/** The service of one test: what goes wrong with it, and what it was asked. */
export class Standin {
  /** Whether something was made to go wrong: the dashboard remembers bad moments of the service and starts anew after such a test. */
  disturbed = false

  constructor(private readonly servers: DemoServers) {}

  /** Orders a fault for the next `times` requests of an operation; `*` is any. See docs/demo.md for the faults. */
  async fault(operation: string, fault: string, more: Record<string, unknown> = {}): Promise<void> {
    this.disturbed ||= !isAnswer.has(fault)
    await this.servers.toStandin('faults', { operation, fault, ...more })
  }

  /** What the service received since the test began, of one operation or of all. */
  async requests(operation?: string): Promise<Received[]> {
    const all = (await this.servers.fromStandin('requests')) as Received[]
    return operation === undefined ? all : all.filter((request) => request.operation === operation)
  }

  /** Lets held requests go on. */
  async release(): Promise<void> {
    await this.servers.toStandin('release')
  }

  /** Makes a buyer with a history of any length; so many of the newest orders cannot be read. */
  async history(orders: number, unreadable = 0): Promise<void> {
    await this.servers.toStandin('histories', { orders, unreadable })
  }

  /** The seeded state, without faults and without memory of requests. */
  async reset(): Promise<void> {
    await this.servers.toStandin('reset')
  }
}
