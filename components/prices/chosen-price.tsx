'use client'

import { ReceiptText } from 'lucide'
import { fieldsetClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { EmptyState } from '@/components/ui/empty-state'
import { late } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import { describeProblem, problemDetails } from '@/lib/core/problem-words'
import type { Offer } from '@/lib/prices/client/quotes'
import { isPriceable, unpriceableBecause } from '@/lib/prices/line-problems'
import { describeQuoted, optionTitle } from '@/lib/prices/option-words'
import { priceBody } from '@/lib/prices/price-body'
import { priceReply } from '@/lib/prices/price-reply'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { maxCompared } from '@/lib/prices/quote'
import { isOnLine } from '@/lib/prices/refusal-on-lines'
import { paidNow, type Today } from '@/lib/prices/today'
import type { Option, Workbench } from '@/lib/prices/workbench'
import { byAddress, letterOf, withCommonDiscount } from '@/lib/prices/workbench'
import { OfferActions } from './offer-actions'
import { PriceReceipt } from './price-receipt'
import type { Prices } from './use-prices'
import type { WorkbenchState } from './use-workbench'

// With the sentences it is made of.
const TellCustomer = late(
  () => import('@/components/replies/reply-text').then((file) => file.TellCustomer),
  <SkeletonRows rows={2} />,
)

type ChosenProps = {
  state: WorkbenchState
  context: PricingContext
  prices: Prices
  today: Today | null
  nameOf: (code: string) => string
  buyerAddress: string
}

/** Right of the table, or under it beside the reply where there is less room. */
const besideClass = 'md:col-start-2 md:row-start-2 lg:row-span-2 lg:row-start-1'

/** The receipt of the chosen price, what can be made of it, and what the customer is told. */
export function ChosenPrice({
  state: { workbench, chosen },
  context: { merchant, buyer, mayAct },
  prices,
  today,
  nameOf,
  buyerAddress,
}: ChosenProps) {
  const at = workbench.options.findIndex(({ key }) => key === chosen.option)
  const option = workbench.options[at]
  if (!option) return null
  const { outcome, isOutdated, isAsking } = prices.outcomeOf(option.key, chosen.currency)
  const letter = letterOf(at)
  if (!outcome || 'problem' in outcome) {
    return (
      <div className={besideClass}>
        <NoReceipt
          isAsking={isAsking}
          name={`${letter}${chosen.currency === byAddress ? '' : ` in ${chosen.currency}`}`}
          option={option}
          problem={outcome && !isOutdated && !isAsking ? outcome.problem : null}
        />
      </div>
    )
  }
  const price = prices.comparedAt(option, chosen.currency)
  const priced = withCommonDiscount(option, workbench.discount)
  const charged = today && paidNow(today)
  const isPaid = workbench.baseline === null && charged?.currency === outcome.answer.currency
  const parts = priceReply({ option, ...outcome, against: isPaid ? price.against : null })
  return (
    <>
      <div className={besideClass}>
        <PriceReceipt
          letter={letter}
          title={optionTitle(option, nameOf)}
          priced={outcome}
          price={price}
          against={workbench.baseline !== null ? 'the option compared with' : isPaid ? 'today' : 'renewing now'}
          actions={
            buyer && (
              <OfferActions
                offer={{
                  merchant: merchant.code,
                  buyerId: buyer.id,
                  buyerAddress,
                  words: describeQuoted(option, nameOf),
                  request: priceBody([priced], outcome.answer.currency ?? chosen.currency, workbench),
                  compared: comparedIn(workbench, nameOf),
                }}
                mayAct={mayAct}
              />
            )
          }
        />
      </div>
      {parts.length > 0 && (
        <Card as="div" className="md:col-start-1 md:row-start-2 print:hidden">
          <CardBody className={price.isOld ? '[&_[lang]]:text-muted' : ''}>
            <fieldset disabled={price.isOld} className={fieldsetClass}>
              <TellCustomer parts={parts} />
            </fieldset>
          </CardBody>
        </Card>
      )}
    </>
  )
}

/** What the offer is chosen from, as it is asked for. */
function comparedIn(workbench: Workbench, nameOf: (code: string) => string): Offer['compared'] {
  const options = workbench.options.filter((option) => isPriceable(option, workbench)).slice(0, maxCompared.options)
  const { bundles } = priceBody(
    options.map((option) => withCommonDiscount(option, workbench.discount)),
    byAddress,
    workbench,
  )
  return {
    options: options.flatMap((option, at) => {
      const bundle = bundles[at]
      return bundle ? [{ ...bundle, words: describeQuoted(option, nameOf) }] : []
    }),
    currencies: workbench.currencies
      .filter((code) => code === byAddress || /^[A-Z]{3}$/.test(code))
      .slice(0, maxCompared.currencies),
  }
}

const adviceOn = (fields: number) =>
  fields > 0
    ? 'Change the fields named here. The price follows.'
    : 'The service named no field to change. Try another product or currency, or refresh the prices.'

type NoReceiptProps = { name: string; option: Option | undefined; problem: Problem | null; isAsking?: boolean }

/** In the place of the receipt: why the chosen cell has none. What concerns a field of an option is marked at the field, everything else is shown here. */
export function NoReceipt({ name, option, problem, isAsking = false }: NoReceiptProps) {
  if (isAsking) {
    return (
      <Card as="div" aria-busy className="grid gap-3 p-4 print:hidden">
        {['w-1/2', 'w-full', 'w-full', 'w-full'].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder never change places.
          <Skeleton key={row} className={`h-4 ${width}`} />
        ))}
      </Card>
    )
  }
  const wrong = option ? unpriceableBecause(option) : null
  if (wrong !== null) {
    return (
      <Notice kind="declined" role="status" className="print:hidden">
        <p className="font-semibold">No price for {name}</p>
        <p>{wrong}</p>
        <p>To correct it, edit the option.</p>
      </Notice>
    )
  }
  if (problem === null || option === undefined) {
    return (
      <Card as="div" className="print:hidden">
        <EmptyState icon={ReceiptText} title="No price selected" level={2}>
          The breakdown of the selected price appears here. To get one, choose a product for the option.
        </EmptyState>
      </Card>
    )
  }
  const words = describeProblem(new ServiceProblem(problem))
  const isOwn = isOnLine(problem, option)
  const details = problemDetails(problem, (field) => field === 'x-buyer-ip' || isOwn(field))
  const isMarked = details.fields.length < problem.fields.length
  const advice = problem.kind === 'invalid' && !isMarked ? adviceOn(details.fields.length) : words.advice
  return <ProblemNotice {...words} title={`No price for ${name}`} details={details} advice={advice} className="print:hidden" />
}
