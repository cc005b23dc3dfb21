import fc from 'fast-check'
import { expect, it } from 'vitest'
import { order as orderSchema } from '../operations/schemas/charge-history'
import { type ChosenCharge, likelyCharge, rankCharges } from './equal-charges'

const moment = (seconds: number) =>
  new Date(Date.parse('2026-11-19T00:00:00Z') + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const charge = fc.record({
  amount: fc.constantFrom('42.84', '42.84', '9.00'),
  at: fc.option(fc.integer({ min: 0, max: 2 * 86_400 }), { freq: 10 }),
  card: fc.constantFrom('4242', '4242', '0119', null),
})

const history = fc.array(fc.array(charge, { maxLength: 4 }), { maxLength: 4 }).map((orders) =>
  orders.flatMap((charges, of): ChosenCharge[] => {
    const order = orderSchema.parse({
      orderId: `o-${of}`,
      createdAt: null,
      type: 'checkout',
      currency: 'EUR',
      products: [],
      charges: charges.map(({ amount, at, card }, place) => ({
        chargeId: `c-${of}-${place}`,
        amount,
        status: 'settled',
        createdAt: at === null ? null : moment(at),
        paymentMethod: card === null ? null : { type: 'card', data: { brand: 'visa', lastFourDigits: card } },
      })),
    })
    return order.charges.map((each) => ({ order, charge: each }))
  }),
)

const dayOf = ({ charge }: ChosenCharge) => charge.createdAt?.slice(0, 10)

it('equal charges of a day are counted from 1 on in the order they were made, and no other has a rank', () => {
  fc.assert(
    fc.property(history, (charges) => {
      for (const chosen of rankCharges(charges)) {
        const equal = rankCharges(charges).filter(
          (each) => dayOf(each) !== undefined && dayOf(each) === dayOf(chosen) && each.charge.amount === chosen.charge.amount,
        )
        if (equal.length < 2) expect(chosen.rank).toBeNull()
        else {
          const inTime = equal.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
          expect(inTime.map(({ rank }) => rank)).toEqual(equal.map((_, place) => place + 1))
          expect(inTime.map((each) => each.charge.createdAt)).toEqual(inTime.map((each) => each.charge.createdAt).toSorted())
        }
      }
    }),
  )
})

it('what is preselected is free, and repeats a charge of its order by the same method within ten minutes, or is the only one', () => {
  fc.assert(
    fc.property(history, fc.func(fc.boolean()), (charges, taken) => {
      const isTaken = ({ charge }: ChosenCharge) => taken(charge.chargeId)
      const ranked = rankCharges(charges)
      const likely = likelyCharge(ranked, isTaken)
      if (!likely) return
      expect(isTaken(likely)).toBe(false)
      const { repeats } = likely
      if (repeats === null) {
        expect(charges).toHaveLength(1)
        return
      }
      expect(repeats.order).toBe(likely.order)
      expect(repeats.charge.amount).toBe(likely.charge.amount)
      expect(repeats.charge.paymentMethod).toEqual(likely.charge.paymentMethod)
      const apart = Date.parse(`${likely.charge.createdAt}Z`) - Date.parse(`${repeats.charge.createdAt}Z`)
      expect(apart).toBeGreaterThanOrEqual(0)
      expect(apart).toBeLessThanOrEqual(600_000)
      expect(isTaken(repeats)).toBe(false)
      expect(ranked.some((each) => each.repeats?.charge === likely.charge && each.rank !== null && isTaken(each))).toBe(false)
    }),
  )
})
