import { expect, it } from 'vitest'
import { describeQuoted, describeTerms, ownTerms } from './option-words'
import { newLine } from './workbench'

const nameOf = (code: string) => `Northwind ${code} 12 months`
const option = (count: number, code = 'Plus', name = '') => ({
  key: 'b-1',
  name,
  lines: Array.from({ length: count }, (_, at) => newLine(`p-${at}`, { product: code, quantity: '2' })),
})

it('names all lines of an option where they fit into a quote', () => {
  expect(describeQuoted(option(2), nameOf)).toBe('2 × Northwind Plus 12 months + 2 × Northwind Plus 12 months')
})

it('names as many lines as fit, and says how many more there are', () => {
  const words = describeQuoted(option(10), nameOf)
  expect(words.length).toBeLessThanOrEqual(200)
  expect(words).toMatch(/^(2 × Northwind Plus 12 months \+ ){5}2 × Northwind Plus 12 months and 4 more$/)
})

it.each([option(1, 'P'.repeat(300)), option(3, 'Plus', 'N'.repeat(300)), option(1, '🎫'.repeat(300))])(
  'cuts a name that is too long by itself',
  (long) => {
    const words = describeQuoted(long, nameOf)
    expect([...words].length).toBe(200)
    expect(words).toMatch(/^[^\ud800-\udfff]*…$/u)
  },
)

it('says which product has a discount or a coupon where not all have it', () => {
  const renewal = newLine('p-1', { action: 'renew', product: 'NWPRO12', discount: '50' })
  const both = { ...option(0), lines: [renewal, newLine('p-2', { product: 'NWBACKUP12' })] }
  expect(describeTerms(both)).toBe('discount 50% on NWPRO12')
  expect(ownTerms(both)).toBe('Renew, Purchase, own discount 50% on NWPRO12')
  expect(describeTerms({ ...both, lines: [renewal] })).toBe('discount 50%')
})
