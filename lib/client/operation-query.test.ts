import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
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
