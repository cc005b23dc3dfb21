import fc from 'fast-check'
import { newLine, type Option, parts, priceActions, type Workbench } from './workbench'

export const subscriptionIds = Array.from({ length: 6 }, (_, index) => `0000000${index}-c901-46f7-8d7d-adc53377531a`)

export const anyLine = (key: string) =>
  fc
    .record({
      action: fc.constantFrom(...priceActions),
      product: fc.constantFrom('', 'NWPLUS1', 'NWPRO12', 'ÄÖ 漢字'),
      quantity: fc.constantFrom('1', '10', ''),
      subscription: fc.constantFrom('', ...subscriptionIds),
      discount: fc.constantFrom('', '0.01', '12.5', '99.99'),
      coupon: fc.constantFrom('', 'SPRING25', 'a-b_c'),
      per: fc.subarray([...parts]),
    })
    .map((more) => newLine(key, more))

export const anyOption = (key: string): fc.Arbitrary<Option> =>
  fc.record({
    key: fc.constant(key),
    name: fc.string({ maxLength: 30 }).filter((name) => !name.includes('@')),
    lines: fc
      .integer({ min: 1, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyLine(`p-${index + 1}`)))),
  })

export const anyOptions = (max: number) =>
  fc
    .integer({ min: 1, max })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyOption(`b-${index + 1}`))))

export const anyWorkbench: fc.Arbitrary<Workbench> = fc
  .record({
    options: anyOptions(12),
    currencies: fc.uniqueArray(fc.constantFrom('', 'EUR', 'USD', 'JPY', 'KWD'), { minLength: 1 }),
    baselineAt: fc.integer({ min: -1, max: 3 }),
    discount: fc.constantFrom('', '0.01', '20', '99.99'),
    locale: fc.constantFrom('', 'nl'),
    isMobile: fc.boolean(),
  })
  .map(({ baselineAt, ...rest }) => ({ ...rest, baseline: rest.options[baselineAt]?.key ?? null }))
