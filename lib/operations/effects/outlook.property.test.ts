import fc from 'fast-check'
import { expect, it } from 'vitest'
import { predict } from '../predict'
import { rules } from '../rules'
import { knownOf, ofSubscription } from './situation-for-tests'

const maybe = fc.constantFrom(true, false, undefined)
const bodies = [
  ['changeAutochargeStatus', { autochargeStatus: true }],
  ['changeAutochargeStatus', { autochargeStatus: false, reason: 'Asked' }],
  ['changeExpirationDate', { expirationDate: '2026-05-14', reason: 'Asked' }],
  ['changeExpirationDate', { expirationDate: '2026-07-31', reason: 'Asked' }],
  ['downgradeSubscription', { productId: '4a9fa243-8c80-4f38-9e5b-83b419b908ef' }],
] as const
const now = new Date('2026-05-14T12:06:00Z')

it('foretells a charge only where autocharge is not off and a token may be active, and says what to assume', () => {
  const facts = fc.record({
    endDate: fc.constantFrom('2026-06-30T12:00:00Z', '2026-05-01T12:00:00Z', undefined),
    status: fc.constantFrom('active', 'expired', 'frozen', undefined),
    autoChargeStatus: maybe,
    isTokenized: maybe,
  })
  const others = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.boolean())
  const seen = { renews: 0, assume: 0, fails: 0 }
  fc.assert(
    fc.property(fc.constantFrom(...bodies), facts, others, ([operation, body], values, others) => {
      const known = knownOf(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
      const tokens = Object.fromEntries(Object.entries(others).map(([id, isEnabled]) => [id, knownOf({ isEnabled })]))
      const { later, warnings } = predict(rules[operation], { params: ofSubscription, body }, { known, now, zone: 'UTC', tokens })
      const enabled = Object.values(others)
      const none = values.isTokenized === false || (enabled.length > 0 && enabled.every((each) => !each))
      const text = [...later.map(({ says }) => says), ...warnings].join('\n')
      const set = (body as { autochargeStatus?: boolean }).autochargeStatus
      const autocharge = set ?? values.autoChargeStatus
      const isRenewal = later.some(({ danger }) => danger) && operation === 'changeExpirationDate'
      if (none) expect(text).not.toMatch(/buyer is charged|uses the price|This charges|assume the renewal still charges/)
      if (autocharge === false && !isRenewal) expect(text).not.toMatch(/buyer is charged|charge is due|uses the price/)
      if (/is charged and a new term|is charged instead/.test(text)) expect([autocharge, none]).toEqual([true, false])
      seen.renews += Number(/is charged and a new term|is charged instead/.test(text))
      seen.assume += Number(/assume/i.test(text))
      seen.fails += Number(/expect (it|any charge|the charge) to fail/.test(text))
    }),
    { numRuns: 3000 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
})
