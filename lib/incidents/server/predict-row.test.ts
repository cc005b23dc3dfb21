import { expect, test } from 'vitest'
import { startWith } from '@/lib/testing/environment'
import { predictRow } from './predict-row'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const personal = 'Plus for jane@example.test, 4242 4242 4242 4242'

test('what a row would do tells nothing personal that the service has put into its words', () => {
  startWith({})
  const observedAt = '2026-11-20T17:41:00.000Z'
  const fact = (value: unknown) => ({ value, observedAt, source: 'read' as const, operation: 'listSubscriptions', person: null })
  const known = {
    product: fact({ id: 'p-1', name: personal }),
    status: fact(personal),
    endDate: fact('2099-06-30T12:00:00+00:00'),
  }
  const row = { target: `subscription:${subscriptionId}`, buyerId }
  const context = {
    command: { verb: 'changeEndDate', days: 7 } as const,
    merchant: 'northwind',
    reason: 'Outage',
    now: new Date(),
  }
  const found = predictRow(row, new Map([[row.target, known]]), context, null)
  expect(JSON.stringify(found)).toContain('Plus for')
  expect(JSON.stringify(found)).not.toMatch(/jane@|4242 4242/)
})
