import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { buyerActionsKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import { makeQueryClient, operationQuery, probe } from './operation-query'

afterEach(() => vi.unstubAllGlobals())

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const tokens = operationQuery('listTokens', { merchant: 'northwind', params: { buyerId } })

/** A query that has failed, and what was asked since. */
async function failed(answer: () => Response) {
  const refused = problem('unavailable', 'No answer.').problem
  vi.stubGlobal('fetch', async () => ownJson(refused, { status: 503 }))
  const client = makeQueryClient(addresses)
  await client.fetchQuery(tokens).catch(() => {})
  const asked: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers))
    return answer()
  })
  return { client, asked, state: () => client.getQueryState(tokens.queryKey) }
}

it('a probe asks what the query asks, counts as no activity of the person, and changes nothing on screen', async () => {
  const { client, asked, state } = await failed(() => ownJson({ data: [], meta: {} }))
  const before = state()
  await probe(client, tokens.queryKey)
  expect(asked.map((headers) => [headers.get('x-background'), headers.get('x-merchant')])).toEqual([['yes', 'northwind']])
  expect(state()).toEqual(before)
})

it('a probe throws what the query would', async () => {
  const { client } = await failed(() => ownJson(problem('refused', 'No keys.').problem, { status: 502 }))
  await expect(probe(client, tokens.queryKey)).rejects.toMatchObject({ problem: { kind: 'refused' } })
})

it('what nobody shows any more is not asked for', async () => {
  const { client, asked } = await failed(() => ownJson({}))
  client.clear()
  await probe(client, tokens.queryKey)
  expect(asked).toEqual([])
})

it('a read that tells of a newer version of the buyer has what was done to them read again, and no other does', async () => {
  const versions = [3, 3, 4, 2]
  vi.stubGlobal('fetch', async () => ownJson({ data: [] }, { headers: { 'x-known-version': String(versions.shift()) } }))
  const client = makeQueryClient(addresses)
  const [actions, others] = [buyerActionsKey('northwind', buyerId), buyerActionsKey('northwind', 'another')]
  client.setQueryData(actions, { pages: [] })
  client.setQueryData(others, { pages: [] })
  const isStale = async () => {
    await client.fetchQuery({ ...tokens, staleTime: 0 })
    const was = client.getQueryState(actions)?.isInvalidated
    client.setQueryData(actions, { pages: [] })
    return was
  }
  expect([await isStale(), await isStale(), await isStale(), await isStale()]).toEqual([false, false, true, false])
  expect(client.getQueryState(others)?.isInvalidated).toBe(false)
})
