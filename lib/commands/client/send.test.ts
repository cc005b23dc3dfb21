import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { hasEnded } from './command-outcome'
import { sendOnce } from './send'

afterEach(() => vi.unstubAllGlobals())

const answers = (response: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const answering = (given: ReturnType<typeof problem>, outcome?: string) => () =>
  Response.json(given.problem, { status: given.problem.status, headers: outcome === undefined ? {} : { 'x-outcome': outcome } })

const sent = () => sendOnce('/x', { actionId: 'a-1' })

it('goes out under its action id', async () => {
  const fetched = answers(() => new Response(null, { status: 204 }))
  await sent()
  expect(
    fetched.mock.calls.map(([address, { method, headers }]) => [address, method, new Headers(headers).get('x-action-id')]),
  ).toEqual([['/x', 'POST', 'a-1']])
})

describe('the outcome of a sending', () => {
  it('is done where the answer is good', async () => {
    answers(() => Response.json({ id: 1 }, { headers: { 'x-replayed': 'true', 'x-known-version': '7' } }))
    expect(await sent()).toEqual({
      kind: 'done',
      actionId: 'a-1',
      answer: { id: 1 },
      replayed: true,
      version: 7,
      problem: null,
    })
  })

  it.each(['refused', 'not-sent', 'unconfirmed'] as const)('is %s where the dashboard says so', async (outcome) => {
    answers(answering(problem('conflict', 'Why'), outcome))
    expect(await sent()).toMatchObject({ kind: outcome, problem: { detail: 'Why' } })
  })

  it('is asked of another copy, under the same action id, where the balancer lost the one that had it', async () => {
    const lost = answering(problem('unconfirmed', 'It ended before it answered.', { code: 'connection_lost' }), 'unconfirmed')
    const done = () => Response.json({ id: 1 }, { headers: { 'x-outcome': 'done' } })
    const answersToCome = [lost, done]
    const fetched = answers(() => (answersToCome.shift() ?? done)())
    expect((await sent()).kind).toBe('done')
    expect(fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('x-action-id'))).toEqual(['a-1', 'a-1'])
    answers(lost)
    expect((await sent()).kind).toBe('unconfirmed')
  })

  it('is no answer where it breaks off, though it began well, so that the same id is asked again', async () => {
    const half = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"id":'))
            controller.error(new TypeError('network error'))
          },
        }),
        { headers: { 'x-outcome': 'done' } },
      )
    answers(half)
    expect((await sent()).kind).toBe('no-answer')
  })

  it('is not-sent where the dashboard itself said no', async () => {
    answers(answering(problem('conflict', 'This action has already been undone.', { code: 'cannot_undo' })))
    expect(await sent()).toMatchObject({ kind: 'not-sent', problem: { detail: 'This action has already been undone.' } })
  })

  it.each([
    ['something broke in the dashboard', answering(problem('unavailable', 'In the log', { status: 500, code: 'internal' }))],
    ['nothing readable came', () => new Response('<html>', { status: 502 })],
    ['the connection broke', () => Promise.reject(new TypeError('fetch failed'))],
    ['the dashboard does not know it itself', answering(problem('unconfirmed', 'Nobody knows.'))],
  ])('is open where %s', async (_, answer) => {
    answers(answer)
    expect((await sent()).kind).toBe('no-answer')
  })

  it('is open where the dashboard names the action and says nothing of its outcome, whatever it says else', async () => {
    const named = () =>
      Response.json(problem('invalid', 'Nothing was sent.', { traceId: 't-1' }).problem, {
        status: 422,
        headers: { 'x-action-id': 'a-1' },
      })
    answers(named)
    const outcome = await sent()
    expect(outcome).toMatchObject({ kind: 'no-answer', problem: { traceId: 't-1' } })
    expect(outcome.problem?.detail).not.toContain('Nothing was sent')
  })

  it('keeps its id after a try that had no answer, until the dashboard knows how that ended', async () => {
    const sentAs = (id: string) => sendOnce('/x', { actionId: id })
    const no = (headers: Record<string, string> = {}) =>
      Response.json(problem('unavailable', 'The service isn’t there').problem, {
        status: 503,
        headers: { 'x-outcome': 'not-sent', ...headers },
      })
    answers(() => no())
    expect(hasEnded(await sentAs('a-2'))).toBe(true)
    answers(() => Promise.reject(new TypeError('fetch failed')))
    expect(hasEnded(await sentAs('a-3'))).toBe(false)
    answers(() => no())
    expect(hasEnded(await sentAs('a-3'))).toBe(false)
    answers(() => no({ 'x-replayed': 'true' }))
    expect(hasEnded(await sentAs('a-3'))).toBe(true)
  })
})
