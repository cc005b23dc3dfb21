import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import type { Action } from '@/lib/commands/action'
import { actionLike } from '@/lib/commands/action-for-tests'
import type { Preview } from '@/lib/commands/preview'
import { defaultReasonPresets } from '@/lib/commands/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { type Problem, problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { ownJson } from '@/lib/testing/own-answers'
import { ActionsProvider } from './actions-provider'
import type { ActionsContext, Target } from './opening'
import { VerbButton } from './verb-button'

export const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
export const subscription: Target = {
  ...{ kind: 'subscription', id: '3ab9ff0c-a838-4084-83f1-97edc016c350', autocharge: true },
  ...{ name: 'Northwind Plus 3 months', code: 'NWPLUS3' },
}

export const buyer = { kind: 'buyer', id: buyerId, name: null } as const
export const emailPath = `/api/v2/buyers/${buyerId}`
export const toEmail = `PATCH ${emailPath}`
export const autochargePath = `/api/v2/buyers/${buyerId}/subscriptions/${subscription.id}/change_autocharge_status`
export const toAutocharge = `POST ${autochargePath}`

const context: ActionsContext = {
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'UTC' },
  buyer: { id: buyerId, email: 't••••••o@e••••••.test', country: 'BR' },
  ...{ role: 'agent', ticket: 'T-48213', reasons: defaultReasonPresets, verbs: verbOffers, products: [] },
}

const nothing = () => {}

/** Shows what holds verbs on a buyer's page; `known` fills in what the page has read. */
export function renderWithActions(
  children: ReactNode,
  changes: Partial<ActionsContext> = {},
  known: (queryClient: QueryClient) => void = nothing,
) {
  const queryClient = makeQueryClient(addresses)
  known(queryClient)
  return render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={queryClient}>
        <ActionsProvider context={{ ...context, ...changes }}>{children}</ActionsProvider>
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  )
}

export const preview = (changes: Partial<Preview> = {}): Preview => ({
  effect: {
    rows: [
      { ...row, field: 'autoChargeStatus', label: 'Autocharge', before: 'On', after: 'Off', changes: true, expects: false },
      { ...row, field: 'endDate', label: 'End date', before: '30 Jun 2099', after: '30 Jun 2099', changes: false, expects: null },
    ],
    later: [{ from: null, until: '2099-06-30T14:55:00Z', says: 'The buyer keeps access.', danger: false }],
    ...{
      warnings: [],
      undo: { possible: true, verb: 'Turn on autocharge', until: '2099-06-30T14:55:00Z', note: null },
      zone: 'UTC',
    },
  },
  sources: { autoChargeStatus: 'from Change end date by you' },
  ...{ version: 7, buyerAddress: { address: '203.0.113.•••', source: 'history' }, approval: null, unsettled: null },
  ...changes,
})

const row = { beforeAsOf: '2025-05-14T14:02:00Z' }

/** Autocharge turned off a moment ago, not checked against the service since. */
export const action = (changes: Partial<Action> = {}): Action =>
  actionLike({
    person: 'Alma Reyes',
    at: new Date(Date.now() - 800).toISOString(),
    answeredAt: new Date().toISOString(),
    request: { params: {}, body: { autochargeStatus: false } },
    effect: preview().effect,
    answer: null,
    ...changes,
  })

export const refusal = (kind: Problem['kind'], detail: string, more: Partial<Problem>, outcome?: string) => {
  const refused = problem(kind, detail, more).problem
  return () => ownJson(refused, { status: refused.status, headers: outcome ? { 'x-outcome': outcome } : {} })
}

export type Received = { method: string; path: string; headers: Headers; body: unknown }
type Handler = (received: Received) => Response | Promise<Response>

/** The dashboard's own handlers, as far as a test needs them: the network boundary, and nothing behind it. */
export function stubFetch(handlers: Record<string, Handler>): Received[] {
  const received: Received[] = []
  const standard: Record<string, Handler> = {
    'POST /api/desk/preview': () => ownJson(preview()),
    'GET /api/desk/drafts': () => ownJson({ draft: null }),
    'PUT /api/desk/drafts': () => ownJson({ kept: true }),
    'DELETE /api/desk/drafts': () => ownJson({ kept: false }),
    [`GET /api/desk/buyers/${buyerId}/actions`]: () => ownJson({ actions: [], open: [], next: null }),
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const request = { method, path, headers: new Headers(headers), body: typeof body === 'string' ? JSON.parse(body) : undefined }
    received.push(request)
    const name = `${method} ${path}`
    // The longest name that the request begins with: an id at its end need not be known.
    const found = Object.entries({ ...standard, ...handlers })
      .filter(([key]) => name.startsWith(key))
      .toSorted(([a], [b]) => b.length - a.length)[0]
    return found ? found[1](request) : ownJson({}, { status: 404 })
  })
  return received
}

/** Each test of the file begins with nothing typed before, and leaves nothing shown. */
export function cleanAfterEach(): void {
  beforeEach(() => sessionStorage.clear())
  afterEach(cleanup)
}

export const dialog = () => within(screen.getByRole('dialog'))
export const verb = (name: string) => dialog().getByRole('button', { name })
export const press = (name: string) => userEvent.click(verb(name))
/** Those of the requests that are operations of the service. */
export const commands = (received: Received[]) => received.filter(({ path }) => path.startsWith('/api/v'))

export const idsOf = (received: Received[]) => commands(received).map(({ headers }) => headers.get('x-action-id') ?? '')

/** Opens the form of the buyer's e-mail address anew. */
export async function openEmailForm() {
  cleanup()
  renderWithActions(<VerbButton verb="changeEmail" target={buyer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }))
  await screen.findByLabelText('E-mail', {}, { timeout: 10_000 })
}

/** Types an address, presses, and resolves to what the form says then. */
export async function sendEmail(email = 'new.one@example.test') {
  const field = dialog().getByLabelText('E-mail') as HTMLInputElement
  await userEvent.clear(field)
  await userEvent.type(field, email)
  await press('Change e-mail')
  return dialog().findByRole('alert')
}
