// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@/lib/client/operation-query'
import { problem } from '@/lib/core/problem'
import { type Import, noCounts } from '@/lib/imports/import-columns'
import { addresses } from '@/lib/operations/addresses'
import { lostAnswers, ownJson } from '@/lib/testing/own-answers'
import { ImportCard } from './import-card'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const checked: Import = {
  id: 'i-1',
  merchant: 'northwind',
  state: 'checked',
  columns: ['buyerId'],
  mapping: { buyerId: 0 },
  rows: 3,
  done: 3,
  counts: { ...noCounts, new: 3 },
  rejected: [],
  why: null,
  person: 'Ade',
  createdAt: '2026-11-23T08:00:00Z',
  touchedAt: '2026-11-23T08:00:01Z',
}
const done: Import = { ...checked, state: 'done' }
const moved = () => ownJson(problem('conflict', 'The import has progressed since you loaded it.').problem, { status: 409 })

type Step = [then: Import[], answer: () => Response]

/** The dashboard, and for each thing it is asked to do the imports there are then and what the page gets. */
function show(initial: Import[], ...steps: Step[]) {
  let imports = initial
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
    if (method === 'GET') return ownJson({ imports })
    const [then, answer] = steps.shift() ?? [imports, moved]
    imports = then
    return answer()
  })
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <ImportCard initial={initial} merchant={{ code: 'northwind', name: 'Northwind' }} />
    </QueryClientProvider>,
  )
}

const list = new File(['buyerId\n'], 'list.csv', { type: 'text/csv' })
const upload = () => userEvent.upload(screen.getByLabelText('List of buyers'), list)
const start = () => userEvent.click(screen.getByRole('button', { name: 'Import 3 buyers' }))
const isUnknown = async () =>
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We don’t know whether this was saved/)

describe.each(lostAnswers)('where an answer is lost by %s', (_, lose) => {
  it('an upload that came through is shown, without a problem', async () => {
    show([], [[checked], lose])
    await upload()
    expect(await screen.findByText(/^Checked\. Nothing has changed yet\./)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('an upload that didn’t come through is one of which nobody knows', async () => {
    show([], [[], lose])
    await upload()
    await isUnknown()
  })

  it('an import that began is shown, without a problem', async () => {
    show([checked], [[done], lose])
    await start()
    expect(await screen.findByText(/^Imported\./)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a check that came to the same counts is over, without a problem', async () => {
    show([checked], [[{ ...checked, touchedAt: '2026-11-23T08:05:00Z' }], lose])
    await userEvent.click(screen.getByRole('button', { name: 'Check with these columns' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check with these columns' }).ariaDisabled).not.toBe('true'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('an import that didn’t begin can be pressed again', async () => {
    show([checked], [[checked], lose])
    await start()
    await isUnknown()
    expect(screen.getByRole('button', { name: 'Import 3 buyers' })).toBeTruthy()
  })
})

it('a second press that finds the import gone on says nothing of it', async () => {
  show([checked], [[done], moved])
  await start()
  expect(await screen.findByText(/^Imported\./)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('a problem of an upload is over once another list is there', async () => {
  const refused = () => ownJson(problem('invalid', 'The list has no header.').problem, { status: 422 })
  show([], [[], refused], [[checked], () => ownJson(checked)])
  await upload()
  expect((await screen.findByRole('alert')).textContent).toContain('The list has no header.')
  await upload()
  expect(await screen.findByText(/^Checked\./)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
