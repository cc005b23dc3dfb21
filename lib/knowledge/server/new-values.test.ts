import { expect, it, vi } from 'vitest'
import { listSubscriptions } from '@/lib/operations/queries'
import { log } from '@/lib/platform/log'
import { recordNewValues } from './remember'

const logged = (status: string) => {
  const warned = vi.spyOn(log, 'warn')
  recordNewValues(listSubscriptions, { data: [{ status }] })
  return warned.mock.calls
}

it('a value that no document has is logged without what is personal in it', () => {
  expect(logged('held for 4111 1111 1111 1111, odile@example.test at 203.0.113.24')).toEqual([
    [
      { operation: 'listSubscriptions', field: 'status', value: 'held for •••• 1111, o•••e@e••••••.test at 203.0.113.•••' },
      'new_value_seen',
    ],
  ])
})

it('no half of an address or a number stays where a long value is cut', () => {
  const long = `${'x'.repeat(50)} 4111 1111 1111 1111`
  expect(logged(long).at(-1)).toEqual([
    { operation: 'listSubscriptions', field: 'status', value: `${'x'.repeat(50)} •••• 1111` },
    'new_value_seen',
  ])
})
