// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Role } from '@/lib/core/roles'
import { keepMarked } from '@/lib/incidents/client/marked-rows'
import { commandOffers } from '@/lib/incidents/command'
import { ownJson } from '@/lib/testing/own-answers'
import { previewed } from './incident-for-tests'
import { NewIncident } from './new-incident'

const one = '08128a6a-b81f-414c-9cec-6d18cfcd682f'
const two = '3ab9ff0c-a838-4084-83f1-97edc016c350'
let asked: { path: string; method: string; version: string | null; body: Record<string, unknown> }[] = []
/** What a request is refused with, by its path. */
let refused: Record<string, object> = {}
let refusals = 0
const gone = vi.fn()

beforeEach(() => {
  asked = []
  refused = {}
  refusals = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
      if (method === 'GET') return ownJson({ data: [], meta: { type: 'collection', total: 0 } })
      asked.push({ path, method, version: new Headers(headers).get('x-version'), body: JSON.parse(String(body)) })
      const problem = Object.entries(refused).find(([end]) => path.endsWith(end))?.[1]
      if (problem) refusals += 1
      return problem ? ownJson(problem, { status: 422 }) : ownJson({ ...previewed, version: asked.length - refusals })
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  gone.mockClear()
})

function show({ search = '', role = 'manager' as Role } = {}) {
  render(
    <AddressForTests search={search}>
      <AppRouterContext.Provider value={{ ...router, replace: gone }}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <NewIncident merchant="northwind" role={role} offers={commandOffers} rateMax={10} />
        </QueryClientProvider>
      </AppRouterContext.Provider>
    </AddressForTests>,
  )
}
const preview = () => userEvent.click(screen.getByRole('button', { name: 'Preview' }))
const sent = () => asked.map(({ method, path }) => `${method} ${path.replace(/^.*\/incidents/, '')}`)

test('pasted ids are counted, words that are none are named, and one press keeps the plan with its rows and previews it', async () => {
  show()
  await preview()
  expect(screen.getByText('Enter the rows first')).toBeTruthy()
  expect(await screen.findByText('Enter a reason')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('Subscription ids'))
  await userEvent.paste(`${one}, ${two}\nand ${one}`)
  expect(await screen.findByText('3 ids read, 1 of them twice. 2 subscriptions.')).toBeTruthy()
  expect(screen.getByText('1 entry is left out')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'Charged twice')
  await preview()
  await vi.waitFor(() => expect(gone).toHaveBeenCalledWith(`/incidents/${previewed.id}`))
  const id = `/${previewed.id}`
  expect(sent()).toEqual(['POST ', `PUT ${id}`, `PUT ${id}/rows/0`, `POST ${id}/preview`])
  expect(asked[0]?.body).toEqual({ command: { verb: 'autochargeOff' }, reason: 'Charged twice', ticket: null, rate: 5 })
  expect(asked[2]?.body).toMatchObject({ rows: [{ subscriptionId: one }, { subscriptionId: two }, { subscriptionId: one }] })
})

test('an end date is one day or days after each, and what the dashboard says of it stands at its field', async () => {
  refused = { '/incidents': { kind: 'invalid', title: 'x', detail: 'x', fields: [{ field: 'command.days', title: 'Too near' }] } }
  show()
  await userEvent.click(screen.getByLabelText('Subscription ids'))
  await userEvent.paste(one)
  await userEvent.click(screen.getByLabelText('Change end date'))
  await userEvent.type(screen.getByLabelText('Reason'), 'Outage')
  await preview()
  expect(await screen.findByText('Choose a day')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Days after each' }))
  await userEvent.type(screen.getByLabelText('Days after its end date'), '3')
  await preview()
  expect(await screen.findByText('Too near')).toBeTruthy()
  expect(asked.at(-1)?.body.command).toEqual({ verb: 'changeEndDate', days: 3 })
})

test('lines that can’t be kept are fixed in the form, and the next press goes on in the same draft', async () => {
  refused = { '/rows/0': { kind: 'invalid', title: 'x', detail: 'x', fields: [{ field: 'rows.1', title: 'Line 2: x' }] } }
  show()
  await userEvent.click(screen.getByLabelText('Subscription ids'))
  await userEvent.paste(`${one} ${two}`)
  await userEvent.type(screen.getByLabelText('Reason'), 'Outage')
  await preview()
  expect((await screen.findByRole('alert')).textContent).toContain('Some lines can’t be kept')
  refused = {}
  await userEvent.type(screen.getByLabelText('Reason'), ' again')
  await preview()
  await vi.waitFor(() => expect(gone).toHaveBeenCalledWith(`/incidents/${previewed.id}`))
  expect(sent().filter((what) => what === 'POST ')).toHaveLength(1)
  expect(asked.slice(3).map(({ version }) => version)).toEqual(['2', '3', '4'])
  expect(asked[3]?.body).toMatchObject({ reason: 'Outage again' })
})

test('who was signed out meanwhile keeps what was typed, and signs in in another tab', async () => {
  refused = { '/incidents': { kind: 'signedOut', title: 'Signed out', detail: 'Sign in first.', fields: [] } }
  show()
  await userEvent.click(screen.getByLabelText('Subscription ids'))
  await userEvent.paste(one)
  await userEvent.type(screen.getByLabelText('Reason'), 'Outage')
  await preview()
  const link = within(await screen.findByRole('alert')).getByRole('link', { name: 'Sign in in another tab' })
  expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual([
    '_blank',
    expect.stringMatching(/^\/sign-in\?callbackUrl=/),
  ])
  refused = {}
  await preview()
  await vi.waitFor(() => expect(gone).toHaveBeenCalledWith(`/incidents/${previewed.id}`))
  expect(asked[1]?.body).toMatchObject({ reason: 'Outage' })
})

test('a token is named beside its buyer, and neither a list nor a filter leads to one', async () => {
  show()
  await userEvent.click(screen.getByLabelText('Disable token'))
  const ways = screen.getByRole('group', { name: 'Where the rows come from' })
  expect(
    within(ways)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Paste', 'CSV'])
  await userEvent.click(screen.getByLabelText('Buyer ids and token ids'))
  await userEvent.paste(`${one} 4711\n4712`)
  expect(await screen.findByText(/Enter a buyer id and a token id in each line\./)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'Stolen cards')
  await preview()
  await vi.waitFor(() => expect(gone).toHaveBeenCalled())
  expect(asked[2]?.body).toMatchObject({ rows: [{ chargeMethodTokenId: 4711, buyerId: one }], more: false })
})

test('marked rows of a list come along, facts are a filter, and an agent sees why they can’t plan', async () => {
  keepMarked({ list: 'blocked', filter: { country: 'BR' }, keys: ['a b'] })
  show({ search: 'from=list' })
  expect(await screen.findByDisplayValue('1 marked row of Blocked')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'Blocked by mistake')
  await preview()
  await vi.waitFor(() => expect(gone).toHaveBeenCalled())
  expect(asked[1]?.body.who).toEqual({ list: 'blocked', filter: { country: 'BR' }, keys: ['a b'] })
  cleanup()
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
  await userEvent.selectOptions(screen.getByLabelText('Autocharge'), 'on')
  await userEvent.type(screen.getByLabelText('Reason'), 'Price change')
  await preview()
  await vi.waitFor(() => expect(asked.at(-1)?.path).toMatch(/preview$/))
  expect(asked.at(-2)?.body.who).toEqual({ facts: { autocharge: true } })
  cleanup()
  show({ role: 'agent' })
  expect(screen.getByRole('button', { name: 'Preview' }).getAttribute('aria-disabled')).toBe('true')
})
