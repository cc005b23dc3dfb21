import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem } from '@/lib/problem'
import { send } from './send'

afterEach(() => vi.unstubAllGlobals())

const answers = (response: () => Response) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response()),
  )
const told = (given: ReturnType<typeof problem>, outcome?: string) => () =>
  Response.json(given.problem, { status: given.problem.status, headers: outcome === undefined ? {} : { 'x-outcome': outcome } })

describe('the outcome of a sending', () => {
  it('is done where the answer is good', async () => {
    answers(() => new Response(null, { status: 204 }))
    expect(await send('/x')).toEqual({ outcome: 'done', problem: null })
  })

  it.each(['refused', 'not-sent', 'unconfirmed'] as const)('is %s where the dashboard says so', async (outcome) => {
    answers(told(problem('conflict', 'Why'), outcome))
    expect((await send('/x')).outcome).toBe(outcome)
  })

  it('is not-sent where the dashboard itself said no', async () => {
    answers(told(problem('conflict', 'It has been undone.', { code: 'cannot_undo' })))
    expect(await send('/x')).toMatchObject({ outcome: 'not-sent', problem: { detail: 'It has been undone.' } })
  })

  it('is unconfirmed where something broke in the dashboard', async () => {
    answers(told(problem('unavailable', 'In the log', { status: 500, code: 'internal' })))
    expect((await send('/x')).outcome).toBe('unconfirmed')
  })

  it('is unconfirmed where nothing readable came', async () => {
    answers(() => new Response('<html>', { status: 502 }))
    expect((await send('/x')).outcome).toBe('unconfirmed')
  })

  it('is unconfirmed where the connection broke', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('fetch failed'))),
    )
    expect(await send('/x')).toMatchObject({ outcome: 'unconfirmed', problem: { code: 'connection_lost' } })
  })
})
