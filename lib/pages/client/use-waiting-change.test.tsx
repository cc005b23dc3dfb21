// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitingKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import { useWaitingChange } from './use-waiting-change'

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page({ changed }: { changed: () => void }) {
  useWaitingChange(({ refunds }) => `${refunds.waiting}`, changed)
  return null
}

test('a list is read again when its part of what waits has changed, and at nothing else', async () => {
  const queryClient = new QueryClient()
  const tell = (waiting: number, mentions: number) =>
    queryClient.setQueryData(waitingKey, { refunds: { waiting }, mentions: Array(mentions).fill({}) })
  const changed = vi.fn()
  tell(1, 0)
  render(
    <QueryClientProvider client={queryClient}>
      <Page changed={changed} />
    </QueryClientProvider>,
  )
  tell(1, 1)
  tell(2, 1)
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
  tell(1, 0)
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
})

test('what waits is looked up again within seconds while nobody does anything', async () => {
  vi.useFakeTimers()
  const fetched = vi.fn(async () => ownJson({ refunds: { waiting: 1 } }))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page changed={() => undefined} />
    </QueryClientProvider>,
  )
  await vi.advanceTimersByTimeAsync(6_000)
  vi.useRealTimers()
  expect(fetched).toHaveBeenCalledTimes(2)
})
