import { type FieldError, invalid } from '../errors'
import { uuidPattern } from '../formats'
import type { StandinMerchant } from '../standin-merchants'
import type { World } from '../world'

/** One authenticated request, as an operation sees it. */
export type Call = {
  world: World
  merchant: StandinMerchant
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

const defaultLimit = 100

/** `limit` (default 100) and `offset` (default 0) of service-facts 2.13 and 3.3. No maximum is stated, so none is kept. */
export function page<Entry>(
  entries: readonly Entry[],
  query: URLSearchParams,
  habits: Habits,
): { part: Entry[]; offset: number } {
  const errors: FieldError[] = []
  const count = (name: string, fallback: number) => {
    const text = query.get(name) ?? String(fallback)
    if (!/^\d{1,9}$/.test(text)) errors.push({ field: name, title: 'Must be a whole number, zero or more.' })
    return Number(text)
  }
  const limit = count('limit', defaultLimit)
  const offset = count('offset', 0)
  if (errors.length > 0) throw invalid(errors)
  return { part: entries.slice(offset, habits.ignoreLimit ? undefined : offset + limit), offset }
}

/** A list in the query; its encoding is not stated, so `name=`, `name[]=` and a repeated one of either are understood (2.13). */
export const listed = (query: URLSearchParams, name: string): string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)]

const buyers = (version: 'v2' | 'v3') => `/api/${version}/buyers`

/** A path under one buyer. Ids are lower-case uuids (D17); any other text is a path the service does not have. */
export const underBuyer = (version: 'v2' | 'v3', rest = ''): string => `${buyers(version)}/:buyerId{${uuidPattern}}${rest}`

export const underSubscription = (rest: string): string =>
  underBuyer('v2', `/subscriptions/:subscriptionId{${uuidPattern}}${rest}`)
