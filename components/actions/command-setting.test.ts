import { describe, expect, it } from 'vitest'
import { defaultReasonPresets } from '@/lib/commands/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { subscription } from './actions-for-tests'
import { commandSetting } from './command-setting'
import type { ActionsContext } from './opening'

const context: ActionsContext = {
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'Europe/Berlin' },
  buyer: { id: '31d21526-a9d9-4b2f-ae75-32594eee2787', email: null, country: null },
  ...{ role: 'agent', ticket: null, reasons: defaultReasonPresets, verbs: verbOffers, products: [] },
}
const at = (now: string) => commandSetting('changeEndDate', subscription, context, Date.parse(now))
const refused = (now: string, expirationDate: string) => at(now).rule({ expirationDate }).expirationDate

// The day of Berlin that ends at 22:00 in UTC.
describe('a change of the end date', () => {
  it('is offered from the day after today on', () => {
    expect(at('2026-05-14T21:58:59Z').day.tomorrow).toBe('2026-05-15')
    expect(refused('2026-05-14T21:58:59Z', '2026-05-14')).toBe('Choose a day after today (14 May 2026 in Europe/Berlin)')
    expect(refused('2026-05-14T21:58:59Z', '2026-05-15')).toBeUndefined()
  })

  it('is offered from one day later on in the last minute before midnight, when tomorrow would renew', () => {
    expect(at('2026-05-14T21:59:00Z').day.tomorrow).toBe('2026-05-16')
    expect(refused('2026-05-14T21:59:00Z', '2026-05-15')).toContain('it would renew and charge')
    expect(refused('2026-05-14T21:59:00Z', '2026-05-16')).toBeUndefined()
  })
})
