// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { useHealing } from './use-healing'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const notFound = () => problem('notFound', 'Buyer not found.', { code: '404' })

/** A page whose only read isn't found `times` times before it is. */
function pageWithout(times: number, isKnown: boolean) {
  const queryClient = makeQueryClient(addresses)
  const ask = vi.fn(async () => {
    if (ask.mock.calls.length <= times) throw notFound()
    return 'read'
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </AppRouterContext.Provider>
  )
  const { result } = renderHook(
    () => {
      const { data, error } = useQuery({ queryKey: ['orders'], queryFn: ask })
      return { data, healing: useHealing([{ queryKey: ['orders'], error, isKnown }]) }
    },
    { wrapper },
  )
  return { ask, result, after: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}

test('a history that the service doesn’t find, of a buyer who is known, is read again until it does, and is no outage', async () => {
  const { result, after, ask } = pageWithout(2, true)
  await after(10)
  expect(result.current.data).toBeUndefined()
  expect(result.current.healing.outage).toBeNull()
  await after(20_000)
  expect(result.current.data).toBe('read')
  const asked = ask.mock.calls.length
  await after(120_000)
  expect(ask).toHaveBeenCalledTimes(asked)
})

test('where nobody knows the buyer, "not found" is the answer, and isn’t asked for again', async () => {
  const { after, ask } = pageWithout(1, false)
  await after(120_000)
  expect(ask).toHaveBeenCalledTimes(1)
})
