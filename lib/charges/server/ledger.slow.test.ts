import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Order } from '../../operations/schemas/charge-history'
import { columnOf, isDescending, isOfMoney, ledgerSorts, sortFrom } from '../ledger'
import { all, count, filters, orderOf } from '../ledger-for-tests'
import { moneyFilterOf } from '../money-pieces'
import { digestOf } from '../order-digest'
import { chargeFilterFrom, noFilter } from '../order-filter'
import { expectedRows, expectedSums, moneyOf, shows } from '../reckoning-for-tests'
import { ColumnKeys } from './column-keys'
import { FilterView } from './filter-view'
import { GrowableArray } from './growable-array'
import { Spool } from './spool'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-ledger-'))
const source = { count, times: new GrowableArray(), places: new GrowableArray() } as ConstructorParameters<typeof FilterView>[0]

beforeAll(async () => {
  source.orders = await Spool.open(folder)
  source.digests = await Spool.open(folder)
  for (const [index, known] of all.entries()) {
    const order = orderOf(known)
    await source.orders.append(`${JSON.stringify(order)},`)
    await source.digests.append(`${JSON.stringify(digestOf(order, []))},`)
    source.times.push(Number(known.time.replace(/\D/g, '')))
    source.places.push(count - index)
  }
})

afterAll(async () => {
  await Promise.all([source.orders.close(), source.digests.close()])
  rmSync(folder, { recursive: true })
})

/** So many rows are looked at from the beginning, from the middle and at the end. */
const window = 150

it('after any filter and sort the rows and the sums of ten thousand orders in six currencies are those of another reckoning', async () => {
  const keys = new Map<string, ColumnKeys>()
  const views = new Map<string, FilterView>()
  const known = [null, ...ledgerSorts]
  const sorts = fc.constantFrom(...known)
  await fc.assert(
    fc.asyncProperty(filters, sorts, async (asked, given) => {
      const sort = sortFrom(given)
      const name = JSON.stringify(asked)
      const view = views.get(name) ?? new FilterView(source, chargeFilterFrom(asked))
      views.set(name, view)
      await view.advance()
      const shown = all.filter((known) => shows(known, asked))
      const column = sort && columnOf(sort)
      const money = moneyFilterOf(column && isOfMoney(column) ? chargeFilterFrom(asked) : noFilter)
      const keyName = JSON.stringify([column, money])
      const by = column && (keys.get(keyName) ?? new ColumnKeys(source, column, money))
      if (by) keys.set(keyName, by)
      await by?.advance()
      const right = expectedRows(shown, sort, asked)
      for (const from of [0, Math.floor(right.length / 2), Math.max(0, right.length - window)]) {
        const how = by && sort ? { keys: by, descending: isDescending(sort) } : null
        const rows: Order[] = JSON.parse(await view.rows(from, window, how))
        expect(rows.map(({ orderId }) => orderId)).toEqual(right.slice(from, from + window))
      }
      const sums = view.sums()
      expect(sums.orders).toBe(shown.length)
      for (const { currency, totals, tax } of sums.currencies)
        expect({
          received: totals.received.amount,
          usd: totals.received.usd,
          open: totals.open.amount,
          lost: totals.lost.amount,
          tax: tax.amount,
        }).toEqual(expectedSums(shown, currency, asked))
      const named = new Set(sums.currencies.map(({ currency }) => currency))
      for (const { currency } of shown.flatMap((known) => moneyOf(known, asked))) if (!named.has(currency)) expect.fail(currency)
    }),
    { numRuns: 32, seed: 18, examples: known.map((sort) => [{}, sort]) },
  )
}, 120_000)
