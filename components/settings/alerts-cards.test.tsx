// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type AlertRule, type AlertRules, type OpenAlerts, shippedRules } from '@/lib/alerts/alert-rule'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { ownJson } from '@/lib/testing/own-answers'
import { AlertRulesCard } from './alert-rules-card'
import { OpenAlertsCard } from './open-alerts-card'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const meta = { type: 'collection' as const, total: 1, asOf: '2026-11-23T15:00:00.000Z' }
const alerts: OpenAlerts = {
  data: [
    {
      ...{
        id: 'al-1',
        words: 'Chargebacks: 3 in the events of 24 hours',
        href: '/settings/events?counted=chargebacks',
        count: 3,
        ruleId: 'r-1',
      },
      raisedAt: '2026-11-23T14:00:00.000Z',
    },
  ],
  meta,
}
const rules: AlertRules = {
  data: Object.values(shippedRules).map(
    (rule, place): AlertRule => ({
      ...rule,
      id: `r-${place}`,
      version: 3,
      shipped: place > 0,
      changedBy: place > 0 ? null : 'Ada',
    }),
  ),
  meta,
}

type SentRequest = { method: string; path: string; version: string | null; body: unknown }

function show(answer: (asked: SentRequest) => Response) {
  const asked: SentRequest[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const version = new Headers(headers).get('x-version')
    const request = { method, path, version, body: typeof body === 'string' ? JSON.parse(body) : undefined }
    if (method !== 'GET') asked.push(request)
    return answer(request)
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddressForTests search="">
        <OpenAlertsCard initial={alerts} merchant="northwind" counted={null} />
      </AddressForTests>
      <AlertRulesCard initial={rules} merchant="northwind" />
    </QueryClientProvider>,
  )
  return asked
}

const asNow = ({ path }: SentRequest) => ownJson(path.endsWith('/alerts') ? alerts : rules)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const choose = (label: string, option: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option)

it('leads to the rows of an alert, and closes it', async () => {
  const closed = { data: [], meta: { ...meta, total: 0 } }
  let isClosed = false
  const asked = show(({ path, method }) => {
    isClosed ||= method === 'POST'
    return ownJson(path.includes('/alert-rules') ? rules : isClosed ? closed : alerts)
  })
  const link = screen.getByRole('link', { name: 'Chargebacks: 3 in the events of 24 hours' })
  expect(link.getAttribute('href')).toBe('/settings/events?counted=chargebacks')
  await press('Close: Chargebacks: 3 in the events of 24 hours')
  expect(await screen.findByText('No open alerts')).toBeTruthy()
  expect(screen.getByText('Closed: Chargebacks: 3 in the events of 24 hours').getAttribute('role')).toBe('status')
  expect(asked).toMatchObject([{ method: 'POST', path: '/api/desk/alerts/al-1/close', body: {} }])
})

it('says who was quicker', async () => {
  const problem = {
    kind: 'conflict',
    code: 'changed',
    title: 'Conflict',
    detail: 'Bo has closed this alert already.',
    fields: [],
  }
  show((asked) => (asked.method === 'POST' ? ownJson(problem, { status: 409 }) : asNow(asked)))
  await press(/^Close: /)
  expect(await screen.findByText('Bo has closed this alert already.')).toBeTruthy()
})

it('turns a rule off as of the version that was seen, and removes only what somebody added', async () => {
  const asked = show(asNow)
  expect(screen.queryByRole('button', { name: /^Remove: Chargebacks/ })).toBeNull()
  await press(/^Turn off: Chargebacks/)
  await press(/^Remove: Double payments/)
  expect(asked).toMatchObject([
    { method: 'PUT', path: '/api/desk/alert-rules/r-2', version: '3', body: { source: 'chargebacks', on: false } },
    { method: 'DELETE', path: '/api/desk/alert-rules/r-0', version: '3' },
  ])
})

it('adds a rule with what its source needs, and names what is wrong', async () => {
  const asked = show(asNow)
  await choose('What to count', 'declined-share')
  const least = screen.getByRole('textbox', { name: 'Of at least' })
  await userEvent.clear(least)
  await userEvent.type(least, '20')
  await press('Add rule')
  expect(screen.getByText('Enter a number from 30 to 10,000. Fewer cases make no share.')).toBeTruthy()
  expect(asked).toEqual([])
  await userEvent.clear(least)
  await userEvent.type(least, '50')
  await choose('Over', '30 minutes')
  await choose('For', 'Managers')
  await press('Add rule')
  expect(asked).toMatchObject([
    {
      ...{ method: 'POST', path: '/api/desk/alert-rules' },
      body: {
        source: 'declined-share',
        threshold: 40,
        least: 50,
        windowMinutes: 30,
        quietMinutes: 60,
        roles: ['manager'],
        on: true,
      },
    },
  ])
})

it('changes a rule in the form, and goes back from there', async () => {
  const asked = show(asNow)
  await press(/^Change: Chargebacks/)
  const form = within(screen.getByRole('form', { name: 'Change rule' }))
  expect(form.queryByRole('combobox', { name: 'What to count' })).toBeNull()
  const threshold = form.getByRole('textbox', { name: 'So many or more' })
  await userEvent.clear(threshold)
  await userEvent.type(threshold, '5')
  await press('Save rule')
  expect(asked).toMatchObject([{ method: 'PUT', path: '/api/desk/alert-rules/r-2', version: '3', body: { threshold: 5 } }])
  expect(await screen.findByRole('form', { name: 'New rule' })).toBeTruthy()
  await press(/^Change: Silence/)
  await press('Back')
  expect(screen.getByRole('form', { name: 'New rule' })).toBeTruthy()
})
