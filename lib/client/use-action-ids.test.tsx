// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import { useActionIds } from './use-action-ids'

afterEach(cleanup)

/** Asks and ends as told, and returns the id and the time it was asked with. */
function asking() {
  const { result } = renderHook(() => useActionIds())
  return async (ends: Error | null = null, of?: string) => {
    const asked: { id: string; since: number }[] = []
    const ask = async (id: string, since: number) => {
      asked.push({ id, since })
      if (ends) throw ends
    }
    await result.current(ask, of).catch((cause: unknown) => expect(cause).toBe(ends))
    return asked[0]
  }
}

const lost = problem('unavailable', 'We couldn’t reach the dashboard. Try again.')
const used = problem('conflict', 'This form was already sent with other details.', { code: 'action_id_used' })
const wrong = problem('invalid', 'Enter a reason.')

test('an intent keeps its id and the time of its first press until it is answered', async () => {
  const once = asking()
  const first = await once(lost)
  expect([await once(wrong), await once(lost), await once()]).toEqual([first, first, first])
})

test.each([
  ['it was answered', null],
  ['its id was another request’s', used],
])('after %s the next press is another intent', async (_, ends) => {
  const once = asking()
  const first = await once(ends)
  expect((await once())?.id).not.toBe(first?.id)
})

test('what is asked for side by side has ids of its own', async () => {
  const once = asking()
  const [one, two] = [await once(lost, 'one'), await once(lost, 'two')]
  expect(one?.id).not.toBe(two?.id)
  expect(await once(lost, 'one')).toEqual(one)
})
