import { describe, expect, it } from 'vitest'
import { laterIn, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict } from '../predict'
import { rules } from '../rules'
import { rules as createBuyer } from './rules'

const body = { email: 'new@example.test', country: 'DE' }
const predicted = (given: object) => predict(rules.createBuyer, { params: {}, body: given }, situationOf({}))

describe('a buyer who is made', () => {
  it('has only what is given, and nothing is charged', () => {
    const effect = predicted(body)
    expect(rowsIn(effect)).toEqual(['E-mail: none > new@example.test', 'Country: none > DE'])
    expect(laterIn(effect)).toEqual(['The new buyer has no subscription. Nothing is charged.'])
    expect(rowsIn(predicted({}))).toEqual(['E-mail: none > ?', 'Country: none > ?'])
  })

  it('is new in every row, of which no answer will tell the value', () => {
    const row = { before: 'none', beforeAsOf: null, changes: true, expects: null }
    expect(predicted({ ...body, locale: 'de' }).rows).toEqual([
      { ...row, field: 'email', label: 'E-mail', after: 'new@example.test' },
      { ...row, field: 'country', label: 'Country', after: 'DE' },
      { ...row, field: 'locale', label: 'Language', after: 'de' },
    ])
  })
})

describe('what is sent of them', () => {
  const about = { merchant: { code: 'northwind' }, actionId: 'a-1', returnUrlHosts: [], emailOf: async () => null }
  const completes = (given: object) => createBuyer.completes(given as never, about)

  it('is completed with the merchant account it is asked for in', () => {
    expect(completes(body)).toEqual({ body: { merchantCode: 'northwind', ...body } })
    expect(completes({ ...body, merchantCode: 'northwind' })).toEqual({ body: { merchantCode: 'northwind', ...body } })
  })

  it('is nothing where it names another merchant account', () => {
    expect(completes({ ...body, merchantCode: 'southwind' })).toEqual({
      wrong: { fields: [{ field: 'merchantCode', title: expect.stringMatching(/for northwind\. Remove the code/) }] },
    })
  })

  it('has additional data only where there is some', () => {
    expect(completes({ ...body, buyerMeta: { source: 'desk' } })).toEqual({
      body: { merchantCode: 'northwind', ...body, buyerMeta: { source: 'desk' } },
    })
    for (const buyerMeta of [{}, undefined])
      expect(completes({ ...body, buyerMeta })).toStrictEqual({ body: { merchantCode: 'northwind', ...body } })
  })
})
