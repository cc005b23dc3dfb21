import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { GivenAmount } from '@/components/ui/given-amount'
import { Table } from '@/components/ui/table'
import { cn } from '@/lib/core/cn'
import type { ComparedOption, Comparison } from '@/lib/prices/quote'
import { isMove, letterOf } from '@/lib/prices/workbench'
import { Letter } from './letter'

const amount = 'text-right tabular-nums'
/** On a phone the option and what it comes to have room, and no more. */
const wide = 'max-sm:hidden'

/** The discounts and coupons of an option, which its name may not tell: "discount 10%, SPRING25". */
function describeReductions(option: ComparedOption | undefined): string {
  const terms = (option?.products ?? []).flatMap(({ discount, couponCode }) => [
    discount === undefined ? [] : `discount ${discount}%`,
    couponCode ?? [],
  ])
  return [...new Set(terms.flat())].join(', ')
}

/** What the offer was chosen from: every option in every currency, as the service priced it when the quote was saved. */
export function QuoteCompared({ compared: { options, prices, chosen } }: { compared: Comparison }) {
  return (
    <Card aria-labelledby="compared" className="print:hidden">
      <CardHead title="Compared" id="compared" count={prices.length} />
      <Table className="[&_td:not(:first-child)]:text-right [&_th:not(:first-child)]:text-right">
        <thead>
          <tr>
            <th>Option</th>
            <th className={cn(amount, wide)}>List price</th>
            <th className={cn(amount, wide)}>Discount</th>
            <th className={cn(amount, wide)}>Before tax</th>
            <th className={cn(amount, wide)}>Tax</th>
            <th className={amount}>To pay</th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price, at) => {
            const { option, currency, list, discount, net, tax, total, due, refused } = price
            const isMoved = options[option]?.products.some(({ actionName }) => isMove(actionName)) === true
            const isChosen = at === chosen
            return (
              <tr key={`${option} ${currency}`} className={cn(isChosen && 'bg-selected')} aria-current={isChosen || undefined}>
                <td className="min-w-40 whitespace-normal!">
                  <span className="flex items-center gap-2 py-1">
                    <Letter>{letterOf(option)}</Letter>
                    <span className={cn(isChosen && 'font-semibold')}>
                      <bdi>{options[option]?.words}</bdi>
                      {isChosen && <span className="font-normal text-meta text-muted"> · offered</span>}
                      <span className="block font-normal text-meta text-muted empty:hidden">
                        {describeReductions(options[option])}
                      </span>
                      <span className="block font-normal text-meta text-muted empty:hidden sm:hidden">{refused}</span>
                    </span>
                  </span>
                </td>
                {refused === null ? (
                  [list, discount, net, tax].map((given, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places.
                    <td key={index} className={cn('text-ink-2', wide)}>
                      <GivenAmount amount={given} />
                    </td>
                  ))
                ) : (
                  <td colSpan={4} className={cn('whitespace-normal! text-meta text-muted', wide)}>
                    {refused}
                  </td>
                )}
                <td className="font-semibold">
                  <GivenAmount amount={due ?? total} />{' '}
                  <small className="inline-block w-7.5 text-left font-normal text-ink-2 text-meta">{currency}</small>
                  {isMoved && total !== null && (
                    <span className="block pr-8.5 font-normal text-meta text-muted">
                      {due == null ? (
                        'full price'
                      ) : (
                        <>
                          now, full price <GivenAmount amount={total} />
                        </>
                      )}
                    </span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </Table>
    </Card>
  )
}
