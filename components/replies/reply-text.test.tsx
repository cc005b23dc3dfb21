// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { knownKey, repliesKey } from '@/lib/operations/query-keys'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import type { OwnText, Replies } from '@/lib/replies/own-texts'
import { TellCustomer } from './reply-text'

afterEach(cleanup)

const parts = [{ key: 'nowEnds' as const, facts: { until: '2026-07-31' } }]
const own = (text: Partial<OwnText>): OwnText => ({
  ...{ key: 'bye', language: 'en', text: null, version: 1, person: 'Marta Weiss', at: '2026-03-04T10:00:00.000Z' },
  ...text,
})

/** A reply to a buyer in Brazil. `replies` is what the account has made of its texts; null where that can't be read. */
function show(buyerId: string, { locale = null, replies }: { locale?: string | null; replies: Replies | null }) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(knownKey('northwind', buyerId), { locale })
  if (replies) queryClient.setQueryData(repliesKey('northwind'), replies)
  else vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  render(
    <QueryClientProvider client={queryClient}>
      <ReplyToContext value={{ merchant: 'northwind', buyerId, country: 'BR' }}>
        <TellCustomer parts={parts} />
      </ReplyToContext>
    </QueryClientProvider>,
  )
}

it('is in the language of the country, and in the one the buyer used where that is known', async () => {
  show('b-1', { replies: { texts: [], agent: 'Nadia Kerr' } })
  expect(await screen.findByText('A sua assinatura agora termina em 31 de julho de 2026.')).toBeTruthy()
  cleanup()
  show('b-2', { locale: 'fr', replies: { texts: [], agent: 'Nadia Kerr' } })
  expect(await screen.findByText('Votre abonnement se termine désormais le 31 juillet 2026.')).toBeTruthy()
})

it('has the account’s own texts and the name of the person who writes, and is copied as it is shown', async () => {
  const texts = [
    own({ key: 'nowEnds', language: 'pt', text: 'Acaba em {until}.' }),
    own({ key: 'signature', text: '{agent}\nNorthwind' }),
  ]
  show('b-3', { replies: { texts, agent: 'Nadia Kerr' } })
  await screen.findByText('Acaba em 31 de julho de 2026.')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Copy reply' }))
  expect(await navigator.clipboard.readText()).toBe(
    'Olá,\n\nAcaba em 31 de julho de 2026.\n\nAtenciosamente\nNadia Kerr\nNorthwind',
  )
})

it('has the built-in texts where the account’s own can’t be read', async () => {
  show('b-4', { replies: null })
  expect(await screen.findByText('A sua assinatura agora termina em 31 de julho de 2026.')).toBeTruthy()
})

it('keeps a chosen language for this buyer alone, in every reply to them', async () => {
  show('b-5', { replies: { texts: [], agent: 'Nadia Kerr' } })
  await screen.findByText(/A sua assinatura/)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language of the reply' }), 'Español')
  await screen.findByText('Su suscripción ahora termina el 31 de julio de 2026.')
  cleanup()
  show('b-5', { replies: { texts: [], agent: 'Nadia Kerr' } })
  expect(await screen.findByText(/Su suscripción/)).toBeTruthy()
  cleanup()
  show('b-6', { replies: { texts: [], agent: 'Nadia Kerr' } })
  expect(await screen.findByText(/A sua assinatura/)).toBeTruthy()
})
