'use client'

import Link from 'next/link'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Kbd } from '@/components/ui/kbd'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { buyerPath } from '@/lib/core/buyer-path'
import { problemsOf } from '@/lib/prices/line-problems'
import { optionWords } from '@/lib/prices/option-words'
import { priceBody } from '@/lib/prices/price-body'
import { taxWords } from '@/lib/prices/price-words'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { letterOf, type Workbench } from '@/lib/prices/workbench'
import { BuyerPicker } from './buyer-picker'
import { ExportMenu } from './export-menu'
import { Matrix } from './matrix'
import { NoReceipt } from './no-receipt'
import { OfferActions } from './offer-actions'
import { OptionEditor } from './option-editor'
import { ReceiptCard } from './receipt-card'
import { SettingFields } from './setting-fields'
import { refusedField, refusedLines, useCells } from './use-cells'
import { useSuggestions } from './use-suggestions'
import { useWorkbench } from './use-workbench'
import { WaterfallChart } from './waterfall-chart'

type Props = {
  context: PricingContext
  initial: Workbench | null
  /** Whether the address held something that isn't a calculation. */
  isBroken: boolean
}

/** Compares prices of bundles: inputs on the left, comparison in the middle, breakdown of one price on the right. */
export function PriceWorkbench({ context, initial, isBroken }: Props) {
  const state = useWorkbench(initial)
  const { workbench } = state
  const [buyerAddress, setBuyerAddress] = useState('')
  const [looked, look] = useState<string | null>(null)
  const [isStrict, setIsStrict] = useState(false)
  const problems = problemsOf(workbench)
  const cells = useCells({ merchant: context.merchant.code, buyerId: context.buyer?.id ?? null, buyerAddress, workbench })
  const suggestions = useSuggestions(context, cells)

  const at = workbench.options.findIndex(({ key }) => key === state.open)
  const option = workbench.options[at]
  const currency = looked !== null && workbench.currencies.includes(looked) ? looked : (workbench.currencies[0] ?? '')
  const view = option && cells.viewOf({ option, currency })
  const outcome = view?.outcome
  const priced = outcome && 'bundle' in outcome ? outcome : null
  const refused = refusedLines(workbench, cells, option)
  const addressProblem = refusedField(cells, 'x-buyer-ip')
  const disabledBecause = context.buyer === null ? 'Choose a buyer first' : undefined

  function calculate() {
    setIsStrict(true)
    if (disabledBecause === undefined && problems.count === 0) void cells.runAll()
    else if (problems.count > 0)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  useCalculateKeys(calculate)
  const firstWrong = workbench.options.findIndex(({ key }) =>
    Object.values(problems.lines[key] ?? {}).some((of) => Object.keys(of).length > 0),
  )

  return (
    <>
      <PageHead
        title="Prices"
        description={<WhosePrices context={context} isTooLong={state.isTooLong} />}
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            <ExportMenu workbench={workbench} cells={cells} nameOf={suggestions.nameOf} />
            <CopyLink />
            <Button
              variant="primary"
              disabledBecause={disabledBecause}
              tipPlace={{ align: 'end', side: 'bottom' }}
              onClick={calculate}
            >
              {cells.progress ? `Calculating ${cells.progress.done} of ${cells.progress.of}…` : 'Calculate prices'}{' '}
              <Kbd>Ctrl ⏎</Kbd>
            </Button>
          </span>
        }
      />
      {isBroken && (
        <Notice kind="neutral" role="status" className="mb-4">
          This link is incomplete or isn’t a Counterfoil link, so we couldn’t load the calculation. Start a new one below.
        </Notice>
      )}
      {context.buyer === null && <BuyerPicker context={context} workbench={workbench} />}
      {isStrict && problems.count > 0 && (
        <p role="alert" className="mb-3 text-danger text-table">
          Fix {problems.count === 1 ? '1 field' : `${problems.count} fields`}
          {firstWrong >= 0 && firstWrong !== at ? `, first in bundle ${letterOf(firstWrong)}` : ''}. Nothing was sent.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[18.5rem_minmax(0,1fr)] lg:grid-cols-[19.5rem_minmax(0,1fr)_20.5rem] print:block">
        <div className="max-md:order-2 md:row-span-2 lg:row-span-1 print:hidden">
          <OptionEditor state={state} problems={problems} refused={refused} isStrict={isStrict} suggestions={suggestions}>
            <SettingFields
              workbench={workbench}
              localeProblem={problems.locale}
              buyer={context.buyer}
              buyerAddress={buyerAddress}
              addressProblem={addressProblem}
              onChange={state.set}
              onAddress={setBuyerAddress}
            />
          </OptionEditor>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:order-1 print:mb-4 print:block">
          <Matrix
            state={state}
            cells={cells}
            currencyProblems={problems.currencies}
            nameOf={suggestions.nameOf}
            chosen={{ option: state.open, currency }}
            onChoose={(key, code) => {
              state.select(key)
              look(code)
            }}
          />
          {priced && (
            <WaterfallChart
              name={`${letterOf(at)} in ${priced.answer.currency}`}
              bundle={priced.bundle}
              currency={priced.answer.currency}
              tax={taxWords(priced.answer.tax)}
            />
          )}
        </div>
        <div className="max-md:order-1 md:col-start-2 lg:col-start-3">
          {!priced && (
            <NoReceipt
              name={`${letterOf(at)}${currency === '' ? '' : ` in ${currency}`}`}
              option={option}
              problem={outcome && 'problem' in outcome && !view?.isOutdated ? outcome.problem : null}
            />
          )}
          {priced && option && (
            <ReceiptCard
              name={`${letterOf(at)} in ${priced.answer.currency}`}
              answer={priced.answer}
              bundle={priced.bundle}
              isOutdated={view?.isOutdated}
              actions={
                context.buyer &&
                !view?.isOutdated && (
                  <OfferActions
                    offer={{
                      merchant: context.merchant.code,
                      buyerId: context.buyer.id,
                      buyerAddress,
                      words: optionWords(option, suggestions.nameOf),
                      request: priceBody([option], priced.answer.currency ?? currency, workbench),
                    }}
                    mayAct={context.mayAct}
                  />
                )
              }
            />
          )}
        </div>
      </div>
    </>
  )
}

/** Reads the address on click, because it changes without a render. */
function CopyLink() {
  return <CopyButton text={() => location.href} label="Copy link" variant="default" size="normal" />
}

/** The buyer or merchant the prices are for, and whether the address can be shared as a link. */
function WhosePrices({ context: { buyer, merchant }, isTooLong }: { context: PricingContext; isTooLong: boolean }) {
  const link = isTooLong ? 'This calculation is too long to share as a link.' : 'To share this calculation, copy the link.'
  if (buyer === null) return `On ${merchant.name}. ${link}`
  return (
    <>
      For{' '}
      <Link href={buyerPath(buyer.id, null)} prefetch={false} className="text-accent underline">
        {buyer.email ?? `buyer ${buyer.id.slice(0, 8)}`}
      </Link>
      {buyer.country && `, ${buyer.country}`}. {link}
    </>
  )
}

/** Ctrl or Cmd with Enter calculates, wherever the focus is. */
function useCalculateKeys(calculate: () => void): void {
  const run = useEffectEvent(calculate)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
