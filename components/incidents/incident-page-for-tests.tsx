import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Role } from '@/lib/core/roles'
import { commandOffers } from '@/lib/incidents/command'
import type { Incident, IncidentRow, IncidentTexts } from '@/lib/incidents/incident'
import { ownJson } from '@/lib/testing/own-answers'
import { incidentId, rowLike } from './incident-for-tests'
import { IncidentView } from './incident-view'

/** Where the page led. */
export const gone: string[] = []

export function forgetPage(): void {
  gone.length = 0
  localStorage.clear()
  cleanup()
  vi.unstubAllGlobals()
}

type Given = { answer?: (path: string) => unknown; texts?: IncidentTexts['data']; role?: Role; rows?: IncidentRow[] }

/** What the page finds when it looks the incident up again. */
export function changeTo(incident: Incident): void {
  now = incident
  void client.invalidateQueries()
}
let now: Incident
let client: QueryClient

/** The page with an incident; returns what was asked of the dashboard beside the incident itself. */
export async function show(
  incident: Incident,
  { answer = () => incident, texts = [], role = 'manager', rows = [rowLike({ words: 'Subscription is disabled' })] }: Given = {},
) {
  now = incident
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = { data: rows, meta: { type: 'collection', total: rows.length, next: null } }
  const asked: { path: string; method: string; headers: Record<string, string>; body: { rows?: number[] } }[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      if (method === 'GET' && path.includes('/rows')) {
        asked.push({ path, method, headers: {}, body: {} })
        return ownJson(page)
      }
      if (method === 'GET' && path.endsWith('/texts')) return ownJson({ data: texts, meta: { type: 'collection', total: 0 } })
      if (method === 'GET') return ownJson(now)
      asked.push({ path, method, headers: headers as Record<string, string>, body: JSON.parse(String(body)) })
      return ownJson(answer(path))
    }),
  )
  render(
    <AddressForTests search="">
      <AppRouterContext.Provider value={{ ...router, push: (path) => gone.push(path) }}>
        <QueryClientProvider client={client}>
          <IncidentView merchant="northwind" id={incidentId} offers={commandOffers} rateMax={20} role={role} />
        </QueryClientProvider>
      </AppRouterContext.Provider>
    </AddressForTests>,
  )
  await screen.findByRole('heading', { name: 'Turn off autocharge', level: 1 })
  return asked
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const posted = (step: string) => `/api/desk/incidents/${incidentId}/${step}`
