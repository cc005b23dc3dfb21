// @vitest-environment happy-dom

import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { maxAlerts } from '@/lib/status/dashboard-health'
import { AlertsCard } from './alerts-and-copies'

const alertsOf = (count: number) =>
  Array.from({ length: count }, (_, seq) => ({
    ...{ seq, at: '2026-11-23T08:41:00.000Z', person: 'Counterfoil', words: 'Chargebacks', merchant: 'northwind' },
    ...{ href: '/settings/events', closedBy: null },
  }))

it('says that older alerts aren’t listed where there may be some', () => {
  const { rerender } = render(<AlertsCard alerts={alertsOf(maxAlerts - 1)} accounts={[]} />)
  expect(screen.queryByText(/are listed/)).toBeNull()
  rerender(<AlertsCard alerts={alertsOf(maxAlerts)} accounts={[]} />)
  expect(screen.getByText('At most 20 are listed, the newest first.')).toBeTruthy()
})
