import type { Account } from '../accounts'
import type { World } from '../world'

/** One authenticated request, as an operation sees it. */
export type Call = {
  world: World
  account: Account
  /** Path parameters by name, decoded. */
  params: Partial<Record<string, string>>
  query: URLSearchParams
  headers: Headers
  /** The parsed JSON of a body, `undefined` without one. */
  body: unknown
  /** Switches of the stand-in itself; see `faults.ts`. */
  habits: Habits
}

/** Ways of answering that stay until a reset, for the sake of tests. */
export type Habits = { ignoreLimit: boolean; newestFirst: boolean; otherSpellings: boolean }

export type Answer = { status: 200 | 201 | 204; body?: unknown }

export type Operation = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path with its parameters in hono's notation. */
  path: string
  /** One of the reads of service-facts section 3, which not every merchant account has. */
  isExtraRead?: true
  run(call: Call): Answer
}

export const entity = (data: unknown) => ({ data, meta: { type: 'entity' } })

export const collection = (data: unknown, total: number, offset = 0) => ({ data, meta: { type: 'collection', total, offset } })
