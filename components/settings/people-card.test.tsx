// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@/lib/client/operation-query'
import { addresses } from '@/lib/operations/addresses'
import type { PersonAccount } from '@/lib/people/person-account'
import { lostAnswers, ownJson } from '@/lib/testing/own-answers'
import { PeopleCard } from './people-card'

beforeAll(() => {
  HTMLElement.prototype.hidePopover = () => {} // happy-dom has no popovers
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const alma: PersonAccount = {
  id: 'p-1',
  email: 'alma@example.test',
  name: 'Alma Reyes',
  role: 'agent',
  disabled: false,
  signsInWith: 'password',
  passwordDue: false,
  seenAt: null,
  passkeys: 0,
  lift: null,
}

/** The dashboard makes each change, but its first answer is lost. Tells under which ids changes came. */
function show(lose: () => Response) {
  let people = [alma]
  const ids: (string | null)[] = []
  const change = (method: string, body: Partial<PersonAccount>) => {
    people = method === 'POST' ? [...people, { ...alma, id: 'p-2', ...body }] : people.map((person) => ({ ...person, ...body }))
  }
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', headers, body }: RequestInit) => {
    if (method === 'GET') return ownJson({ people })
    ids.push(new Headers(headers).get('x-action-id'))
    if (ids.length > 1) return ownJson({ people })
    change(method, JSON.parse(String(body)))
    return lose()
  })
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <PeopleCard initial={people} />
    </QueryClientProvider>,
  )
  return ids
}

const rowOf = (name: string) => screen.getByText(name).closest('tr')?.textContent
const dialog = async () => within(await screen.findByRole('dialog'))
const press = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }))
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }))
const isUnknown = async () =>
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We don’t know whether this was saved/)

describe.each(lostAnswers)('a change whose answer is lost by %s is shown as it was made', (_, lose) => {
  it('of a role, which the form starts from when it’s opened again', async () => {
    show(lose)
    await choose('Change role')
    await userEvent.selectOptions((await dialog()).getByLabelText('Role'), 'manager')
    await press('Change role')
    await isUnknown()
    await waitFor(() => expect(rowOf('Alma Reyes')).toContain('manager'))
    await press('Back')
    await choose('Change role')
    expect(((await dialog()).getByLabelText('Role') as HTMLSelectElement).value).toBe('manager')
  })

  it('of an account that was disabled', async () => {
    show(lose)
    await choose('Disable')
    await press('Disable')
    await isUnknown()
    await waitFor(() => expect(rowOf('Alma Reyes')).toContain('disabled'))
  })

  it('of a person who was added, and pressing again asks for the same', async () => {
    const ids = show(lose)
    await choose('Add a person')
    await userEvent.type((await dialog()).getByLabelText('Name'), 'Remy')
    await userEvent.type((await dialog()).getByLabelText('E-mail'), 'remy@example.test')
    await press('Add person')
    await isUnknown()
    await waitFor(() => expect(rowOf('Remy')).toContain('remy@example.test'))
    await press('Add person')
    await waitFor(() => expect(ids).toHaveLength(2))
    expect(ids[1]).toBe(ids[0])
  })
})
