// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import type { CommandRequest } from './send'
import { useOneByOne } from './use-one-by-one'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

const requestFor = (token: string): CommandRequest => ({
  operation: disableToken,
  merchant: 'northwind',
  params: { buyerId: 'b-1' },
  body: { token },
  ...{ ticket: null, shownVersion: null, acknowledges: null, renewalConfirmed: false, buyerAddress: null },
})

test('one that was done and doesn’t hold any more isn’t told as done once the others are', async () => {
  const sent: { token: string; id: string }[] = []
  let isEnabledElsewhere = false
  const changed = () => {
    const { problem: told } = problem('conflict', 'This buyer has changed.', { code: 'changed' })
    return ownJson(told, { status: told.status, headers: { 'x-outcome': 'not-sent' } })
  }
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const { token } = JSON.parse(String(body)) as { token: string }
    const id = new Headers(headers).get('x-action-id') ?? ''
    const isRepeat = sent.some((each) => each.id === id)
    sent.push({ token, id })
    if (token === 'two' && !isEnabledElsewhere) {
      isEnabledElsewhere = true
      return changed()
    }
    const more: Record<string, string> = isRepeat && token === 'one' ? { 'x-replayed': 'true', 'x-changed-since': 'yes' } : {}
    return ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done', ...more } })
  })
  const { result } = renderHook(() => useOneByOne(['one', 'two']), { wrapper })
  const press = () => act(() => result.current.send(requestFor, null))
  await press()
  expect([result.current.isDone('one'), result.current.isDone('two')]).toEqual([true, false])
  await press()
  expect(result.current.stateOf('one')).toMatchObject({ kind: 'overtaken' })
  await press()
  expect([result.current.isDone('one'), result.current.isDone('two')]).toEqual([true, true])
  expect(new Set(sent.filter(({ token }) => token === 'one').map(({ id }) => id)).size).toBe(2)
})
