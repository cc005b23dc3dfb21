import { expect, it } from 'vitest'
import { type Bearing, bearingOn, isComparable } from './bearing'
import type { Today } from './today'
import { type Line, newLine, type Option } from './workbench'

const option = (...lines: Partial<Line>[]): Option => ({
  key: 'b-1',
  name: '',
  lines: lines.map((line, at) => newLine(`p-${at + 1}`, line)),
})
const purchase = { product: 'BACKUP12' }
const renewal = { action: 'renew', product: 'PLUS', subscription: ' RUNS ' } as const
const upgrade = { action: 'upgrade', product: 'PRO', subscription: 'runs' } as const
const elsewhere = { action: 'renew', product: 'PRO', subscription: 'another' } as const
const paying = (status: string | null) => ({ subscription: status === null ? null : { id: 'runs', status } }) as unknown as Today

it.each<[string, Option, running: Bearing | null, over: Bearing | null]>([
  ['a purchase', option(purchase), 'adds', null],
  ['two purchases', option(purchase, purchase), 'adds', null],
  ['the renewal', option(renewal), 'replaces', 'replaces'],
  ['the renewal and a purchase', option(renewal, purchase), 'replacesAndAdds', 'replaces'],
  ['a purchase and an upgrade', option(purchase, upgrade), 'replacesAndAdds', 'replaces'],
  ['a renewal of another subscription', option(elsewhere), 'other', 'other'],
  ['a renewal of another subscription and a purchase', option(elsewhere, purchase), 'other', 'other'],
  ['renewals of both subscriptions', option(renewal, elsewhere), 'both', 'both'],
])('%s: what it does to what is paid today, and to a subscription that is over', (_, given, running, over) => {
  expect([bearingOn(given, paying('active')), bearingOn(given, paying('expired'))]).toEqual([running, over])
  expect(bearingOn(given, paying(null))).toBeNull()
})

it('only what replaces what is paid today is compared with it', () => {
  const all = ['replaces', 'replacesAndAdds', 'adds', 'other', 'both', null] as const
  expect(all.filter(isComparable)).toEqual(['replaces', 'replacesAndAdds'])
})
