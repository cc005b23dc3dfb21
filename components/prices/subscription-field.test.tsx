// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { subscription } from '@/lib/operations/schemas/subscription'
import { newLine } from '@/lib/prices/workbench'
import { SubscriptionField } from './subscription-field'

afterEach(cleanup)

test.each([
  ['America/New_York', 'Plus, ends 30 Jun 2099'],
  ['UTC', 'Plus, ends 1 Jul 2099'],
  ['Asia/Tokyo', 'Plus, ends 1 Jul 2099'],
])('the end of a subscription to choose is a day of the account’s zone, %s', (zone, words) => {
  const listed = subscription.parse({
    id: 's-1',
    status: 'active',
    endDate: '2099-07-01T02:30:00+00:00',
    product: { name: 'Plus' },
  })
  render(
    <SubscriptionField
      line={newLine('p-1', { action: 'renew' })}
      error={undefined}
      subscriptions={[listed]}
      isReading={false}
      zone={zone}
      onChange={() => {}}
    />,
  )
  expect(screen.getByRole('option', { name: words })).toBeTruthy()
})
