// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, expect, it, vi } from 'vitest'
import type { SearchAnswer } from '@/lib/search/search-reading'
import { Find } from './find'

afterEach(cleanup)

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const hit = {
  buyerId,
  reason: 'E-mail, exact',
  match: 'exact' as const,
  title: 't•••••a@e••••••.test',
  country: null,
  charge: null,
}

async function found(answer: SearchAnswer) {
  const push = vi.fn()
  vi.stubGlobal('fetch', async () => Response.json(answer))
  render(
    <AppRouterContext value={{ push, prefetch: () => {} } as never}>
      <QueryClientProvider client={new QueryClient()}>
        <Find merchant="northwind" merchantName="Northwind" ticket={null} initial={null} />
      </QueryClientProvider>
    </AppRouterContext>,
  )
  await userEvent.type(screen.getByRole('searchbox'), 'listed7@list.test{Enter}')
  await screen.findByRole('link', { name: /E-mail, exact/ })
  return push
}

it('opens the one buyer that fits exactly', async () => {
  const push = await found({ readAs: 'email', hits: [hit], say: null })
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/buyers/${buyerId}`))
})

it('stays where something is said of the hit, which nobody could read on a page that is being left', async () => {
  const say = 'The service has no buyer with exactly this e-mail address. Showing only buyers already in Counterfoil.'
  const push = await found({ readAs: 'email', hits: [hit], say })
  expect(screen.getByText(say)).toBeTruthy()
  expect(push).not.toHaveBeenCalled()
})
