import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import { hasEnded } from './command-outcome'
import { sendOnce } from './send'

afterEach(() => vi.unstubAllGlobals())

const answers = (response: () => Response | Promise<Response>) => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => response())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const answering = (given: ReturnType<typeof problem>, outcome?: string) => () =>
  ownJson(given.problem, { status: given.problem.status, headers: outcome === undefined ? {} : { 'x-outcome': outcome } })

const sent = (actionId = 'a-1') => sendOnce('/x', { actionId })

it('goes out under its action id', async () => {
  const fetched = answers(() => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }))
  await sent()
  expect(
    fetched.mock.calls.map(([address, { method, headers }]) => [address, method, new Headers(headers).get('x-action-id')]),
  ).toEqual([['/x', 'POST', 'a-1']])
})

describe('the outcome of a sending', () => {
  it('is done where the answer is good', async () => {
    const headers = { 'x-outcome': 'done', 'x-replayed': 'true', 'x-known-version': '7' }
    answers(() => ownJson({ id: 1 }, { headers }))
    expect(await sent()).toEqual({
      kind: 'done',
      actionId: 'a-1',
      answer: { id: 1 },
      replayed: true,
      version: 7,
      problem: null,
      changed: null,
    })
  })

  it('is done where a decision was taken that sends no command', async () => {
    answers(() => ownJson({ state: 'declined' }, { headers: { 'x-decided': 'true' } }))
    expect(await sent()).toMatchObject({ kind: 'done', answer: { state: 'declined' } })
  })

  it.each(['refused', 'not-sent', 'unconfirmed'] as const)('is %s where the dashboard says so', async (outcome) => {
    answers(answering(problem('conflict', 'Why'), outcome))
    expect(await sent()).toMatchObject({ kind: outcome, problem: { detail: 'Why' } })
  })

  it('is asked of another copy, under the same action id, where the balancer lost the one that had it', async () => {
    const lost = answering(problem('unconfirmed', 'It ended before it answered.', { code: 'connection_lost' }), 'unconfirmed')
    const done = () => ownJson({ id: 1 }, { headers: { 'x-outcome': 'done' } })
    const answersToCome = [lost, done]
    const fetched = answers(() => (answersToCome.shift() ?? done)())
    expect((await sent()).kind).toBe('done')
    expect(fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('x-action-id'))).toEqual(['a-1', 'a-1'])
    answers(lost)
    expect((await sent()).kind).toBe('unconfirmed')
  })

  it('is no answer where it breaks off, though it began well, so that the same id is asked again', async () => {
    const half = () =>
      ownAnswer(
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
    ['something between answered well with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['something between answered well with JSON', () => ownJson({ login: '/sso' })],
    ['nothing readable came', () => new Response('<html>', { status: 502 })],
    ['the connection broke', () => Promise.reject(new TypeError('fetch failed'))],
    ['the dashboard does not know it itself', answering(problem('unconfirmed', 'Nobody knows.'))],
  ])('is open where %s', async (_, answer) => {
    answers(answer)
    expect((await sent()).kind).toBe('no-answer')
  })

  it('may have been begun where the dashboard names the action and says nothing of its outcome', async () => {
    const headers = { 'x-action-id': 'a-2' }
    answers(() => ownJson(problem('invalid', 'Choose a day.').problem, { status: 422, headers }))
    expect(await sent('a-2')).toMatchObject({ kind: 'not-sent', mayBeBegun: true, problem: { detail: 'Choose a day.' } })
    answers(answering(problem('invalid', 'Choose a day.'), 'not-sent'))
    expect(await sent('a-2')).toMatchObject({ kind: 'not-sent', mayBeBegun: false })
  })

  it.each([
    ['yes', 'it has been changed since'],
    ['maybe', 'may have changed it since'],
  ])('isn’t that of an earlier try that doesn’t hold any more: %s', async (changed, says) => {
    answers(() => ownJson({}, { headers: { 'x-outcome': 'done', 'x-replayed': 'true', 'x-changed-since': changed } }))
    const outcome = await sent('a-4')
    expect(outcome).toMatchObject({ kind: 'overtaken', problem: { actionId: 'a-4', detail: expect.stringContaining(says) } })
    expect(hasEnded(outcome)).toBe(true)
  })

  it('may have been begun where an earlier try had no answer, whatever is said of this one', async () => {
    answers(() => Promise.reject(new TypeError('fetch failed')))
    await sent('a-3')
    answers(answering(problem('signedOut', 'Sign in first.')))
    expect(await sent('a-3')).toMatchObject({ kind: 'signed-out', mayBeBegun: true })
    answers(() => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }))
    expect((await sent('a-3')).kind).toBe('done')
  })

  it.each([
    ['is refused', { 'x-outcome': 'refused' }, {}, true],
    ['was not sent, as the journal has it', { 'x-outcome': 'not-sent', 'x-recorded': 'true' }, {}, true],
    ['was not sent, which stands nowhere', { 'x-outcome': 'not-sent' }, {}, false],
    ['has an id that was another request’s', { 'x-outcome': 'not-sent' }, { code: 'action_id_used' }, true],
    ['was turned away before anybody looked', { 'x-action-id': 'a-1' }, {}, false],
  ])('makes the next try an action of its own, or the same one, where it %s', async (_, headers, more, isOver) => {
    answers(() => ownJson(problem('conflict', 'Why', more).problem, { status: 409, headers }))
    expect(hasEnded(await sent())).toBe(isOver)
  })
})
