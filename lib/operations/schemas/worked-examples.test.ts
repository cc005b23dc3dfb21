import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { isObject } from '@/lib/core/json'
import { getChargeHistory, getOneClickPrices, listSubscriptions, listTokens } from '../queries'
import { asRead } from '../testing/as-read'

// Section 6 of the service facts: nothing of an example may be lost on the way in. Written down here: what we call differently, what
// becomes a number, and the one field that is left out on purpose.

const ours: Record<string, string> = { mounthlyAmount: 'monthlyAmount', durationMonth: 'durationMonths' }
const counted = new Set(['durationDays', 'durationWeeks', 'durationMonths', 'quantity'])
const digest = 'paymentMethodIdentifier'

const example = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../standin/examples/${name}.json`, import.meta.url), 'utf8'))

/** Every value of an answer with the path to it, under our names. */
function leaves(value: unknown, path: string[] = []): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leaves(each, [...path, String(index)]))
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, ours[key] ?? key]))
  return [[path.join('.'), counted.has(path.at(-1) ?? '') ? Number(value) : value]]
}

it.each([
  ['charge-history', getChargeHistory, 139],
  ['prices-answer', getOneClickPrices, 125],
  ['subscriptions', listSubscriptions, 58],
  ['tokens', listTokens, 39],
] as const)('the example %s is read completely, every value as given', async (name, operation, count) => {
  const given = await example(name)
  const read = new Map(leaves(asRead(operation, given)))
  const expected = leaves(given).filter(([path]) => !(operation === listTokens && path.endsWith(digest)))
  expect(expected).toHaveLength(count)
  for (const [path, value] of expected) expect([path, read.get(path)]).toEqual([path, value])
})

it('what an example does not hold is told as null, false lists or empty maps, never invented', async () => {
  const given = await example('charge-history')
  const held = new Set(leaves(given).map(([path]) => path))
  const added = leaves(asRead(getChargeHistory, given)).filter(([path]) => !held.has(path))
  expect(added.map(([, value]) => value).filter((value) => value !== null)).toEqual([])
})

it('the example request for prices is sent as it is printed', async () => {
  const request = await example('prices-request')
  expect(getOneClickPrices.body.parse(request)).toEqual(request)
})
