// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, expect, it, vi } from 'vitest'
import type { SearchAnswer } from '@/lib/search/search-reading'
import { ownJson } from '@/lib/testing/own-answers'
import { Find } from './find'
import { SearchProblem } from './search-problem'

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
const none: SearchAnswer = { readAs: 'clues', hits: [], say: 'No match.' }

/** Find with a service that answers every search so; `sent` holds the bodies of the searches. */
function show(answer: SearchAnswer) {
  const push = vi.fn()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return ownJson(answer)
  })
  render(
    <AppRouterContext value={{ push, prefetch: () => {} } as never}>
      <QueryClientProvider client={new QueryClient()}>
        <Find
          merchant={{ code: 'northwind', name: 'Northwind', timeZone: 'UTC' }}
          descriptors={[]}
          ticket={null}
          initial={null}
        />
      </QueryClientProvider>
    </AppRouterContext>,
  )
  return { push, sent, box: screen.getByRole('searchbox', { name: 'Find a buyer' }) }
}

async function found(answer: SearchAnswer) {
  const { push } = show(answer)
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

const message = 'Hello,\nI was charged 42.84 EUR on 3/4, card 4242 4242 4242 4242.\nThis is nobody’s business.'
const amount = { kind: 'amount', values: ['42.84'], currency: 'EUR' }
const lastFour = { kind: 'lastFour', values: ['4242'], currency: null }

it('sends of a pasted message its clues alone, at once, and keeps no full card number', async () => {
  const { sent, box } = show(none)
  await userEvent.click(box)
  await userEvent.paste(message)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ clues: [amount, expect.objectContaining({ kind: 'day' }), lastFour] })
  expect(document.body.textContent).toContain('nobody’s business')
  expect(document.body.innerHTML).not.toContain('4242 4242')
})

it('leaves out a clue and searches again; a guess says that it is one', async () => {
  const { sent, box } = show(none)
  await userEvent.click(box)
  await userEvent.paste(message)
  await userEvent.click(await screen.findByRole('button', { name: /^Leave out date 3 Apr .*, a guess$/ }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ clues: [amount, lastFour] })
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('list', { name: 'Read as' })).toBeNull()
})

it('sends nothing of a message that tells nothing', async () => {
  const { sent, box } = show(none)
  await userEvent.click(box)
  await userEvent.paste('Hello,\nI am very unhappy with you.\nRegards')
  expect(screen.getByText(/so nothing was searched/)).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(sent).toEqual([])
})

it('takes the next search as soon as something is typed', async () => {
  const { sent, box } = show(none)
  await userEvent.click(box)
  await userEvent.paste(message)
  await waitFor(() => expect(sent).toHaveLength(1))
  await userEvent.type(box, 'Tainara{Enter}')
  await waitFor(() => expect(sent.at(-1)).toEqual({ q: 'Tainara' }))
})

const said = {
  ...({
    type: 'about:blank',
    title: 'Not possible',
    status: 422,
    detail: 'Check the fields.',
    kind: 'invalid',
    code: '3000',
  } as const),
  fields: [{ field: 'email', title: 'Is of no buyer of this shop.', values: { shop: 'northwind-2' } }],
  traceId: 'da685e022db52df88ecd58b37ac34121',
}

it('tells all that the service said where it refused a search, and nothing twice of what we refused ourselves', () => {
  const { rerender } = render(<SearchProblem problem={said} />)
  expect(screen.getByRole('listitem').textContent).toBe('email: Is of no buyer of this shop. (shop: northwind-2)')
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy()
  rerender(<SearchProblem problem={{ ...said, code: null, traceId: null }} />)
  expect(screen.queryByRole('listitem')).toBeNull()
})
