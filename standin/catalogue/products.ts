import type { Currency } from '../money'

/** A product as the stand-in keeps it; `prices` are list prices before tax, one per currency the product is sold in. */
export type Product = {
  id: string
  code: string
  merchantCode: string
  /** Products of one family can be exchanged for each other; `rank` says which plan is the higher. */
  family: string
  rank: number
  name: string
  nameByLocale: Record<string, string>
  durationDays: number
  durationWeeks: number
  durationMonths: number
  isActive: boolean
  availableForShop: boolean
  prices: Record<Currency, string>
}

type Term = { suffix: string; months: number; days: number; weeks: number }

const oneMonth: Term = { suffix: '1', months: 1, days: 28, weeks: 4 }
const threeMonths: Term = { suffix: '3', months: 3, days: 84, weeks: 12 }
const twelveMonths: Term = { suffix: '12', months: 12, days: 336, weeks: 48 }

type Plan = { merchantCode: string; family: string; rank: number; title: string; codePrefix: string }

const cloud: Plan = { merchantCode: 'northwind', family: 'northwind', rank: 1, title: 'Northwind Cloud', codePrefix: 'NWCLOUD' }
const plus: Plan = { merchantCode: 'northwind', family: 'northwind', rank: 2, title: 'Northwind Plus', codePrefix: 'NWPLUS' }
const pro: Plan = { merchantCode: 'northwind', family: 'northwind', rank: 3, title: 'Northwind Pro', codePrefix: 'NWPRO' }
const backup: Plan = { merchantCode: 'northwind', family: 'backup', rank: 1, title: 'Northwind Backup', codePrefix: 'NWBACKUP' }
const classic: Plan = {
  merchantCode: 'northwind',
  family: 'northwind',
  rank: 0,
  title: 'Northwind Classic',
  codePrefix: 'NWCLASSIC',
}
const reader: Plan = { merchantCode: 'southbay', family: 'southbay', rank: 1, title: 'Southbay Reader', codePrefix: 'SBREAD' }
const library: Plan = { merchantCode: 'southbay', family: 'southbay', rank: 2, title: 'Southbay Library', codePrefix: 'SBLIB' }

const sold = (
  plan: Plan,
  term: Term,
  id: string,
  prices: Record<Currency, string>,
  availability: { isActive?: boolean; availableForShop?: boolean } = {},
): Product => ({
  id,
  code: `${plan.codePrefix}${term.suffix}`,
  merchantCode: plan.merchantCode,
  family: plan.family,
  rank: plan.rank,
  name: `${plan.title} ${term.months} ${term.months === 1 ? 'month' : 'months'}`,
  nameByLocale: {
    nl: `${plan.title} ${term.months} ${term.months === 1 ? 'maand' : 'maanden'}`,
    de: `${plan.title} ${term.months} ${term.months === 1 ? 'Monat' : 'Monate'}`,
    pt: `${plan.title} ${term.months} ${term.months === 1 ? 'mês' : 'meses'}`,
  },
  durationDays: term.days,
  durationWeeks: term.weeks,
  durationMonths: term.months,
  isActive: true,
  availableForShop: true,
  ...availability,
  prices,
})

/** Ids, codes, terms and the prices in BRL and EUR of the Plus plan are those of the worked examples (service-facts 6). */
export const products: readonly Product[] = [
  sold(cloud, oneMonth, '8b905213-c901-46f7-8d7d-adc53377531a', {
    USD: '9.99',
    EUR: '9.00',
    BRL: '120.00',
    GBP: '7.99',
    JPY: '1480',
    KWD: '3.075',
  }),
  sold(cloud, threeMonths, 'd4a2eb82-6495-467d-8883-0dedcfa68bae', {
    USD: '26.99',
    EUR: '24.00',
    BRL: '320.00',
    GBP: '20.99',
    JPY: '3980',
    KWD: '8.250',
  }),
  sold(cloud, twelveMonths, '7e26ace0-82f4-402d-ae7a-8cac8c34ba7c', {
    USD: '79.99',
    EUR: '72.00',
    BRL: '960.00',
    GBP: '62.99',
    JPY: '11800',
    KWD: '24.500',
  }),
  sold(plus, oneMonth, '4a9fa243-8c80-4f38-9e5b-83b419b908ef', {
    USD: '19.99',
    EUR: '18.00',
    BRL: '240.00',
    GBP: '15.99',
    JPY: '2980',
    KWD: '6.150',
  }),
  sold(
    plus,
    threeMonths,
    'ee009063-4b1b-4164-9def-381c7a884707',
    { USD: '49.99', EUR: '45.00', BRL: '600.00', GBP: '38.99', JPY: '7400', KWD: '15.375' },
    { availableForShop: false },
  ),
  sold(plus, twelveMonths, '8c5e8757-102a-464a-b307-ee12f2574a79', {
    USD: '129.99',
    EUR: '120.00',
    BRL: '1600.00',
    GBP: '104.99',
    JPY: '19800',
    KWD: '40.125',
  }),
  sold(pro, oneMonth, 'e0988e8b-cdb4-42b4-ba39-e1f87b29aa70', {
    USD: '39.99',
    EUR: '36.00',
    BRL: '480.00',
    GBP: '31.99',
    JPY: '5980',
    KWD: '12.300',
  }),
  sold(pro, threeMonths, '0e43cf76-5567-4078-8ec8-f9f877fe1f8d', {
    USD: '99.99',
    EUR: '90.00',
    BRL: '1200.00',
    GBP: '78.99',
    JPY: '14800',
    KWD: '30.750',
  }),
  sold(pro, twelveMonths, 'e2ff8c21-3046-4fc2-b4d3-f1f6a4afbc8e', {
    USD: '259.99',
    EUR: '240.00',
    BRL: '3200.00',
    GBP: '209.99',
    JPY: '39600',
    KWD: '80.250',
  }),
  sold(backup, oneMonth, 'fee7095c-74e9-4abb-853d-da3f97a32e8a', {
    USD: '4.99',
    EUR: '4.50',
    BRL: '60.00',
    GBP: '3.99',
    JPY: '740',
    KWD: '1.535',
  }),
  sold(backup, twelveMonths, '61e70bd8-6b7c-4ebc-8a1f-5b60c060f168', {
    USD: '39.99',
    EUR: '36.00',
    BRL: '480.00',
    GBP: '31.99',
    JPY: '5980',
    KWD: '12.300',
  }),
  sold(
    classic,
    twelveMonths,
    '6a42892d-2de8-4a2e-8292-46a63f9f1cb3',
    { USD: '59.99', EUR: '54.00', BRL: '720.00', GBP: '46.99', JPY: '8800', KWD: '18.450' },
    { isActive: false, availableForShop: false },
  ),
  sold(reader, oneMonth, '0fe02ff3-6007-4ac4-883d-b68f188a9fb8', {
    USD: '6.50',
    EUR: '6.00',
    BRL: '78.00',
    GBP: '5.50',
    JPY: '960',
    KWD: '2.000',
  }),
  sold(reader, twelveMonths, '128496bc-849a-4e12-9099-bbaec6fd2e97', {
    USD: '58.00',
    EUR: '54.00',
    BRL: '700.00',
    GBP: '49.00',
    JPY: '8600',
    KWD: '17.850',
  }),
  sold(library, oneMonth, 'bd5860e2-163c-4c99-a301-6c73fca3850d', {
    USD: '12.50',
    EUR: '11.50',
    BRL: '150.00',
    GBP: '10.50',
    JPY: '1850',
    KWD: '3.850',
  }),
]

export const productById = (merchantCode: string, id: string): Product | undefined =>
  products.find((product) => product.merchantCode === merchantCode && product.id === id)

export const productByCode = (merchantCode: string, code: string): Product | undefined =>
  products.find((product) => product.merchantCode === merchantCode && product.code === code)

/** The product behind a code the seeded stories name; a wrong code is a mistake of ours, so it throws. */
export function seededProduct(code: string): Product {
  const product = products.find((candidate) => candidate.code === code)
  if (!product) throw new Error(`No product has the code ${code}.`)
  return product
}
