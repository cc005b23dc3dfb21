import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { actionKey, buyerActionsKey } from '@/lib/operations/query-keys'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import { makeQueryClient, operationQuery, probe } from './operation-query'
import { request } from './request'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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
    const keys = [actions, actionKey('a-1')]
    const was = keys.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
    for (const queryKey of keys) client.setQueryData(queryKey, { pages: [] })
    return was
  }
  client.setQueryData(actionKey('a-1'), {})
  const none = [false, false]
  expect([await isStale(), await isStale(), await isStale(), await isStale()]).toEqual([none, none, [true, true], none])
  expect(client.getQueryState(others)?.isInvalidated).toBe(false)
})

describe('after a change whose outcome is unknown, everything on screen is read again', () => {
  const isRead = (options?: RequestInit) => options?.method === 'GET'
  const rules = ['approval-rules']

  /** A page with one read on screen, and a change that ends as given. Tells what the page shows, and how often it was read. */
  function page(ends: () => Response, reads: (count: number) => Response = (count) => ownJson({ count })) {
    let count = 0
    vi.stubGlobal('fetch', async (_: string, options?: RequestInit) => (isRead(options) ? reads(++count) : ends()))
    const client = makeQueryClient(addresses)
    const shown = new QueryObserver(client, { queryKey: rules, queryFn: () => request<{ count: number }>('/rules') })
    const leave = shown.subscribe(() => {})
    const change = new MutationObserver(client, { mutationFn: () => request('/rules', { actionId: 'a-1', body: {} }) })
    return {
      async change() {
        await vi.waitFor(() => expect(client.getQueryData(rules)).toEqual({ count: 1 }))
        await change.mutate().catch(() => undefined)
      },
      shows: () => client.getQueryData(rules),
      count: () => count,
      leave,
    }
  }
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const refused = (...[kind, detail, more]: Parameters<typeof problem>) =>
    ownJson(problem(kind, detail, more).problem, { status: 409 })

  it.each([
    ['never came', lost],
    ['came from a sign-in portal', () => new Response('<html>')],
    ['came from a gateway', () => new Response('<html>', { status: 502 })],
    ['was cut', () => ownAnswer('{"rules":')],
    ['says that the dashboard broke', () => refused('unavailable', 'It broke.', { code: 'internal' })],
    ['says that the form was sent before', () => refused('conflict', 'Sent before.', { code: 'action_id_used' })],
  ])('whose answer %s', async (_, ends) => {
    const { change, shows, leave } = page(ends)
    await change()
    await vi.waitFor(() => expect(shows()).toEqual({ count: 2 }))
    leave()
  })

  it.each([
    ['made', () => ownJson({})],
    ['refused', () => refused('invalid', 'Enter a reason.')],
  ])('and not after one that was %s', async (_, ends) => {
    const { change, count, leave } = page(ends)
    await change()
    await Promise.resolve()
    expect(count()).toBe(1)
    leave()
  })

  it('and once more a little later where that read has no answer either', async () => {
    const { change, shows, count, leave } = page(lost, (read) => (read === 2 ? lost() : ownJson({ count: read })))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await change()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([shows(), count()]).toEqual([{ count: 1 }, 2])
    await vi.advanceTimersByTimeAsync(20_000)
    expect([shows(), count()]).toEqual([{ count: 3 }, 3])
    leave()
  })
})
