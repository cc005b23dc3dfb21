// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cleanAfterEach, stubFetch } from '@/components/actions/actions-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { addresses } from '@/lib/operations/addresses'
import { ownJson } from '@/lib/testing/own-answers'
import { GuideChoices } from './guide-choices'

cleanAfterEach()

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const press = () => userEvent.click(screen.getByRole('button', { name: 'Start guided steps: To cancel' }))

function show() {
  const onOpen = vi.fn()
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <GuideChoices {...{ merchant: 'northwind', buyerId: 'b', role: 'agent', ticket: null, seen: null, onOpen }} />
    </QueryClientProvider>,
  )
  return onOpen
}

test('guided steps whose answer was lost are opened where they started', async () => {
  let started = ''
  stubFetch({
    'POST /api/desk/guides': ({ headers }) => {
      started = headers.get('x-action-id') ?? ''
      return lost()
    },
    'GET /api/desk/buyers/b/guides': () => ownJson({ guides: [{ id: started }], colleagues: [] }),
  })
  const onOpen = show()
  await press()
  await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(started))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where nobody knows whether they started, it says so, and pressing again bears the same id', async () => {
  const received = stubFetch({ 'POST /api/desk/guides': lost, 'GET /api/desk/buyers/b/guides': lost })
  const ids = () => received.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('x-action-id'))
  show()
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(/We don’t know whether this was saved/)
  await press()
  await waitFor(() => expect(ids()).toHaveLength(2))
  expect(ids()[1]).toBe(ids()[0])
})
