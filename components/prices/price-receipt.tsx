import type { ReactNode } from 'react'
import { fieldsetClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { ReceiptRows } from '@/components/ui/receipt-rows'
import { cn } from '@/lib/core/cn'
import { countOf } from '@/lib/core/count-of'
import { formatAmount } from '@/lib/core/money'
import { type CellOutcome, type Compared, describeLast } from '@/lib/prices/compared'
import { describePrecheck, describeTax, productName } from '@/lib/prices/price-words'
import { describeDue, doesNotAddUp, type ReceiptRow, totalReceipt } from '@/lib/prices/receipt'
import { describeAboveLast, describeNoTerm, describeSaving } from '@/lib/prices/term-price'
import { Letter } from './letter'
import { LineReceipt, PartReceipts } from './line-receipt'

type Priced = Extract<CellOutcome, { answer: unknown }>

type Props = {
  letter: string
  title: string
  priced: Priced
  price: Compared
  /** What it is compared with: what they pay today, or another option. */
  against: string
  /** What can be done with it. */
  actions: ReactNode
}

/** How the chosen price came about, once, with the service's strings as given; the lines of a bundle are folded under it. */
export function PriceReceipt({ letter, title, priced: { answer, bundle }, price, against, actions }: Props) {
  const tax = describeTax(answer.tax)
  const rows = totalReceipt(bundle, tax)
  const note = doesNotAddUp(bundle)
  const due = describeDue(bundle)
  const words = sentence(price, against)
  return (
    <Card aria-labelledby="receipt" aria-busy={price.isAsking || undefined} className={cn(price.isOld && '[&_td]:text-muted')}>
      <CardHead
        id="receipt"
        title={
          <span className="flex items-center gap-2">
            <Letter>{letter}</Letter>
            <span className="sr-only">Receipt: </span>
            {title}
          </span>
        }
        beside={<span className="text-meta text-muted">{answer.currency}</span>}
      >
        <CopyButton
          text={asText(rows, answer.currency)}
          label=""
          aria-label="Copy receipt"
          tip="Copy receipt"
          tipPlace={{ align: 'end' }}
          size="small"
          square
          disabled={price.isOld}
          className="print:hidden"
        />
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <ReceiptRows rows={rows} label="Receipt of the option" currency={answer.currency} />
        {tax === null && <p className="text-meta text-muted">The service returned no tax information.</p>}
        {due !== null && <p className="text-meta text-muted">{due}</p>}
        {words !== null && <p className="text-meta text-muted">{words}</p>}
        {note && <Notice kind="neutral">{note}</Notice>}
      </CardBody>
      <Details priced={{ answer, bundle }} tax={tax} />
      {actions && (
        <CardFoot className="flex-wrap py-3 print:hidden">
          <fieldset disabled={price.isOld} className={fieldsetClass}>
            {actions}
          </fieldset>
        </CardFoot>
      )}
    </Card>
  )
}

/** What the service says beside the sum: each line of several, or of the only one what it costs in a day, a week and a month. */
function Details({ priced: { answer, bundle }, tax }: { priced: Priced; tax: string | null }) {
  const { products, chargeMethods } = answer
  const [only, ...others] = bundle.products
  const isSingle = only !== undefined && others.length === 0
  const precheck = isSingle ? describePrecheck(only) : null
  return (
    <details className="border-t px-4 text-table">
      <summary className="flex min-h-9 items-center text-ink-2">Details from the service</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 divide-y pb-3">
        {isSingle ? (
          <div className="grid gap-2">
            <PartReceipts line={only} name={productName(products, only.code)} />
            {precheck && <p className="text-meta text-muted">{precheck}.</p>}
          </div>
        ) : (
          bundle.products.map((line, index) => (
            <LineReceipt key={line.productHashKey ?? index} line={line} products={products} tax={tax} />
          ))
        )}
        <ul className="pt-2 text-meta text-muted">
          {chargeMethods.length === 0 && <li>The buyer has no stored payment method.</li>}
          {chargeMethods.map(({ paymentMethodType, paymentMethodIdentifier, chargeMethodId }) => (
            <li key={chargeMethodId}>
              Stored: {paymentMethodType} <bdi className="tabular-nums">{paymentMethodIdentifier}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}

/** "That’s 12.00 EUR a month. Saves 84.00 a year against today." */
function sentence(price: Compared, other: string): string | null {
  const { months, perMonth, currency, against, aboveLast, due } = price
  const isMove = due !== undefined
  const share =
    months !== null && months > 1 && perMonth !== null ? `That’s ${formatAmount(perMonth)} ${currency} a month.` : null
  const compared = against && `${capital(describeSaving(against, isMove))} ${against.way === 'same' ? 'as' : 'against'} ${other}.`
  const term = aboveLast && aboveLast.last.months !== aboveLast.months ? ` for ${countOf(aboveLast.last.months, 'month')}` : ''
  const above =
    aboveLast && `That’s ${describeAboveLast(aboveLast, isMove)}, which was ${describeLast(aboveLast.last, currency)}${term}.`
  return [share, compared, above, effectOnToday(price)].filter(Boolean).join(' ') || null
}

/** What it does to what is paid today, and why it isn't compared with that. */
function effectOnToday({ bearing, noTerm }: Compared): string | null {
  if (bearing === 'adds') return 'A purchase doesn’t replace their subscription, so this adds to what they pay today.'
  if (bearing === 'other') return 'It acts on another subscription, so it isn’t compared with what they pay today.'
  if (bearing === 'both') return 'It acts on another subscription, too, so it isn’t compared with what they pay today.'
  if (bearing !== 'replacesAndAdds') return null
  const why = noTerm === null ? '' : ` ${describeNoTerm[noTerm]}`
  return `This replaces what they pay today, and the purchase comes on top.${why}`
}

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

const asText = (rows: readonly ReceiptRow[], currency: string | null) =>
  rows.map(({ sign, label, note, amount }) => [sign, label, note, amount ?? '–', currency].filter(Boolean).join(' ')).join('\n')
