// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { daysAfter, formatDay, inZone, longDay, monthsAfter } from '@/lib/core/dates'
import { operationKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import {
  buyerId,
  cleanAfterEach,
  commands,
  dialog,
  type Received,
  renderWithActions,
  stubFetch,
  subscription,
} from './actions-for-tests'
import { VerbButton } from './verb-button'

const today = inZone(Date.now(), 'UTC').day
const datePath = `/api/v2/buyers/${buyerId}/subscriptions/${subscription.id}/change_expiration_date`
cleanAfterEach()

async function openEndDate() {
  await userEvent.click(screen.getByRole('button', { name: 'Change end date' }))
  await screen.findByLabelText('Reason', {}, { timeout: 10_000 })
}

const dateVerb = (name = 'Change end date') => dialog().getByRole('button', { name })

test('a new end date cannot be today, and the form says where renewing is', async () => {
  const received = stubFetch({})
  renderWithActions(<VerbButton verb="changeEndDate" target={subscription} />)
  await openEndDate()
  expect(dialog().getByText('Choose a date to see what changes.')).toBeTruthy()
  expect(dialog().getByText(/use Renew now in the subscription’s … menu/)).toBeTruthy()
  await userEvent.type(dialog().getByLabelText('New end date'), today)
  await userEvent.type(dialog().getByLabelText('Reason'), 'Outage')
  await userEvent.click(dateVerb())
  expect(await dialog().findByText(/Choose a day after today/)).toBeTruthy()
  expect(commands(received)).toHaveLength(0)
})

describe('a day', () => {
  const end = daysAfter(today, 100)
  const product = { id: 'p', name: 'Northwind Plus 3 months', code: null, isTrial: false, durationMonths: 3, durationDays: 84 }
  const known = { id: subscription.id, endDate: `${end}T12:55:48+00:00`, product }

  async function openWithEnd(listed: object[] = [known]): Promise<Received[]> {
    const received = stubFetch({ [`POST ${datePath}`]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }) })
    renderWithActions(<VerbButton verb="changeEndDate" target={subscription} />, {}, (queryClient) =>
      queryClient.setQueryData(operationKey('listSubscriptions', { merchant: 'northwind', params: { buyerId } }), {
        data: listed,
      }),
    )
    await openEndDate()
    return received
  }
  const chips = () =>
    dialog()
      .getAllByRole('button', { name: /^\+/ })
      .map(({ textContent }) => textContent)

  test('is chosen at one press, from where the term ends now, and its own term is known', async () => {
    const received = await openWithEnd()
    const month = monthsAfter(end, 1)
    expect(dialog().getByText(`now ${formatDay(end)}`)).toBeTruthy()
    expect(chips()).toEqual([
      `+7 days${formatDay(daysAfter(end, 7))}`,
      `+30 days${formatDay(daysAfter(end, 30))}`,
      `+1 month${formatDay(month)}`,
      `+1 term${formatDay(monthsAfter(end, 3))}`,
    ])
    await userEvent.click(dialog().getByRole('button', { name: /^\+1 month/ }))
    expect(
      dialog()
        .getByRole('button', { name: /^\+1 month/ })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    await userEvent.click(dialog().getByRole('button', { name: 'Goodwill' }))
    await dialog().findByText('What happens next')
    await userEvent.click(dateVerb(`Change end date to ${formatDay(month)}`))
    await dialog().findByText('Done')
    expect(commands(received).map(({ body }) => body)).toEqual([{ expirationDate: month, reason: 'Goodwill' }])
  })

  test.each([
    [
      'is past',
      [{ ...known, endDate: `${daysAfter(today, -3)}T12:55:48+00:00` }],
      `ended ${formatDay(daysAfter(today, -3))}, counted from today`,
    ],
    ['is not known', [], 'counted from today'],
  ])('is counted from today where the end %s', async (_, listed, says) => {
    await openWithEnd(listed)
    expect(dialog().getByText(says)).toBeTruthy()
    expect(chips()[0]).toBe(`+7 days${formatDay(daysAfter(today, 7))}`)
  })

  test('of a trial’s term is not offered', async () => {
    await openWithEnd([{ ...known, product: { ...product, isTrial: true } }])
    expect(chips()).toHaveLength(3)
  })

  test('is typed as people type one, and written as every day is once it is taken', async () => {
    const received = await openWithEnd()
    const field = dialog().getByLabelText('New end date') as HTMLInputElement
    await userEvent.type(field, 'in 3 weeks')
    expect(dateVerb(`Change end date to ${formatDay(daysAfter(today, 21))}`)).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    expect(field.value).toBe(formatDay(daysAfter(today, 21)))
    await userEvent.clear(field)
    await userEvent.type(field, 'someday')
    await userEvent.click(dialog().getByRole('button', { name: 'Goodwill' }))
    await userEvent.click(dateVerb())
    expect(dialog().getByText('Enter a date such as 15 sep, 15.9. or in 3 weeks')).toBeTruthy()
    expect(field.value).toBe('someday')
    expect(commands(received)).toEqual([])
  })

  test('is picked in the calendar by keys alone, and the last chip carries it', async () => {
    await openWithEnd()
    const button = dialog().getByLabelText(longDay(end))
    button.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{PageDown}{Enter}')
    const picked = monthsAfter(daysAfter(end, 8), 1)
    expect((dialog().getByLabelText('New end date') as HTMLInputElement).value).toBe(formatDay(picked))
    expect(dateVerb(`Change end date to ${formatDay(picked)}`)).toBeTruthy()
  })
})
