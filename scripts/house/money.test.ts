import { describe, expect, it, test } from 'vitest'
import { sourceFiles, textOf } from './modules'
import { moneyFaults } from './money-faults'

// Money is a decimal string from wire to screen. lib/core/money.ts alone reckons with it; the stand-in has a money.ts of its own.
const code = sourceFiles().filter(
  (file) =>
    /^(app|components|lib)\/.*\.tsx?$/.test(file) &&
    !/\.test\.tsx?$|-for-tests\.tsx?$/.test(file) &&
    file !== 'lib/core/money.ts',
)

/** Here a `total` is how many there are. */
const counting = new Set(['lib/charges/server/order-pieces.ts', 'lib/knowledge/server/extract-facts.ts'])

test('no amount becomes a number, and no operator touches one, outside of lib/core/money.ts', () => {
  expect(code.length).toBeGreaterThan(300)
  expect(
    code.filter((file) => !counting.has(file)).flatMap((file) => moneyFaults(textOf(file)).map((fault) => `${file}:${fault}`)),
  ).toEqual([])
})

test('where prices and orders are made, nothing is made a number at all but what is counted', () => {
  const where = code.filter((file) => /^(lib|components|lib\/client|lib\/server)\/(prices|orders)\//.test(file))
  const bare = where.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => /\b(Number\(|parseFloat\(|toNumber\(|valueAsNumber)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(bare).toEqual([])
})

describe('a planted fault is found', () => {
  it.each([
    'const sum = Number(line.amount)',
    'const rate = parseFloat(bundle.totalAmount.taxPercent + amount)',
    'const net = Number.parseFloat(amountWithDiscount)',
    'const cents = BigInt(price)',
    'const more = option.total - baseline.total',
    'const gross = net + tax',
    'sum += line.amount',
    'const off = price * 0.7',
    'const part = totalUsd / 12',
    'const number = +amount',
    'if (order.amount > 0) return',
    'const worst = Math.max(0, prices.discount)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the line that is looked at.
    'return `${amount * 2} EUR`',
    'const isLess = charge.amountInUsd <= 5',
  ])('%s', (line) => {
    expect(moneyFaults(`const before = 1\n${line}\n`)).toEqual([expect.stringMatching(/^2: /)])
  })
})

describe('what is no fault is left alone', () => {
  it.each([
    "const label = 'total - tax'",
    '// amount + tax is said in words',
    '/* price * 2 */',
    'const { amount, total } = bundle',
    'const isThere = amount !== null && total === other',
    'return <Given amount={total} className="text-total" />',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the line that is looked at.
    'return `${amount} − ${tax} EUR`',
    'const next = index + 1',
    'const found = sum([amount, tax])',
    '<p>Total - tax</p>',
    'type Total = { amount: string }',
  ])('%s', (line) => {
    expect(moneyFaults(line)).toEqual([])
  })
})
