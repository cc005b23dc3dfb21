'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Frame } from '@/components/ui/frame'
import { onDemand } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import type { ComparisonRow } from '@/lib/prices/comparison-rows'
import { problemsOf } from '@/lib/prices/line-problems'
import { describeOption, describeTerms } from '@/lib/prices/option-words'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { describeToday, describeUnread, startingOption, type Today, todayOf } from '@/lib/prices/today'
import { byAddress, emptyWorkbench, letterOf, type Option, type Workbench, withCommonDiscount } from '@/lib/prices/workbench'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { ChosenPrice } from './chosen-price'
import { Conditions } from './conditions'
import { PriceCards } from './price-cards'
import { PriceFoot } from './price-foot'
import { PriceTable } from './price-table'
import { PricesHead } from './prices-head'
import { type KnownBuyer, useKnownBuyer } from './use-known-buyer'
import { type Prices, refusedAddress, refusedLines, usePrices } from './use-prices'
import { useSuggestions } from './use-suggestions'
import { useWorkbench } from './use-workbench'

// Most pages are opened for a buyer.
const BuyerPicker = dynamic(() => import('./buyer-picker').then((file) => file.BuyerPicker))
const OptionDrawer = onDemand(() => import('./option-drawer').then((file) => file.OptionDrawer))
const ConditionsDrawer = onDemand(() => import('./setting-fields').then((file) => file.ConditionsDrawer))

type Props = {
  context: PricingContext
  initial: Workbench | null
  /** Whether the address held something that isn't a calculation. */
  isBroken: boolean
  /** Who the buyer is, above everything, with when the prices were asked for (0 before) and what asks again. */
  header?: (priced: { at: number; isAsking: boolean; again: () => void }) => ReactNode
  /** Called once what the service knows of the buyer has been read. */
  onKnown?: () => void
}

/** Compares what options cost with what the buyer pays today. Prices follow whatever is changed. */
export function PriceWorkbench({ context, initial, isBroken, header, onKnown }: Props) {
  const { merchant, buyer } = context
  const pricing = usePricing(context, initial)
  const { state, known, today, prices, problems, nameOf, address } = pricing
  const { workbench } = state
  const tellKnown = useEffectEvent(() => onKnown?.())
  useEffect(() => {
    if (known.isRead) tellKnown()
  }, [known.isRead])
  const [editing, edit] = useState<Editing>(null)
  const editOption = (option: string) => edit({ option })
  const table = { state, prices, today, nameOf, onEdit: editOption }
  const addOption = () => editOption(state.addOption())
  const unread = describeUnread(known.unread, today)

  return (
    <ReplyToContext value={{ merchant: merchant.code, buyerId: buyer?.id ?? '', country: buyer?.country ?? null }}>
      {header?.({
        at: prices.run ? (prices.run.until ?? prices.run.from) : 0,
        isAsking: prices.due > 0,
        again: () => prices.again('all'),
      })}
      <Frame page className="pt-3!">
        <PricesHead
          context={context}
          isTooLong={state.isTooLong}
          rows={() => rowsOf(workbench, today, prices, nameOf)}
          onAddOption={addOption}
        />
        {isBroken && <BrokenLink />}
        {unread !== null && <Unread says={unread} onAgain={known.again} />}
        {buyer === null && <BuyerPicker context={context} workbench={workbench} />}
        <Conditions
          {...address}
          workbench={workbench}
          problems={problems}
          onChange={state.set}
          onOpen={() => edit('conditions')}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr] print:block">
          <Card aria-label="Prices" className="md:max-lg:col-span-2 max-sm:border-0 max-sm:bg-transparent print:border-0">
            <PriceTable {...table} problems={problems.currencies} />
            <PriceCards {...table} />
            <PriceFoot state={state} prices={prices} onAddOption={addOption} />
          </Card>
          <ChosenPrice
            state={state}
            context={context}
            prices={prices}
            today={today}
            nameOf={nameOf}
            buyerAddress={address.buyerAddress}
          />
        </div>
      </Frame>
      <Drawers pricing={pricing} editing={editing} onEdit={edit} />
    </ReplyToContext>
  )
}

/** The calculation, what is known of the buyer to compare it with, and its prices. */
function usePricing(context: PricingContext, initial: Workbench | null) {
  const { merchant, buyer } = context
  const state = useWorkbench(initial)
  const { workbench, chosen } = state
  const [buyerAddress, setBuyerAddress] = useState('')
  const known = useKnownBuyer(context)
  const today = todayOf({ ...known, options: workbench.options })
  const hasBegun = useStart({ begin: state.begin, isGiven: initial !== null, known, today })
  const problems = problemsOf(workbench)
  const prices = usePrices({
    merchant: merchant.code,
    buyerId: buyer?.id ?? '',
    buyerAddress,
    workbench,
    problems,
    today,
    currency: chosen.currency,
    isReady: buyer !== null && hasBegun && (buyer.address !== null || buyerAddress.trim() !== ''),
  })
  const suggestions = useSuggestions(context, { known, options: workbench.options, answers: prices.answers })
  const address = { buyer, buyerAddress, addressProblem: refusedAddress(workbench, prices), onAddress: setBuyerAddress }
  return { state, known, today, problems, prices, suggestions, nameOf: suggestions.nameOf, address }
}

type Editing = { option: string } | 'conditions' | null
type DrawersProps = { pricing: ReturnType<typeof usePricing>; editing: Editing; onEdit: (editing: Editing) => void }

/** What is edited beside the prices: an option, or the conditions of all. */
function Drawers({ pricing, editing, onEdit }: DrawersProps) {
  const { state, problems, prices, suggestions, address } = pricing
  const { workbench } = state
  const edited = workbench.options.find(({ key }) => editing !== null && editing !== 'conditions' && editing.option === key)
  return (
    <>
      {edited && (
        <OptionDrawer
          state={state}
          option={edited}
          problems={problems}
          refused={refusedLines(workbench, prices, edited)}
          suggestions={suggestions}
          onOpen={(option) => onEdit({ option })}
          onClose={() => onEdit(null)}
        />
      )}
      {editing === 'conditions' && (
        <ConditionsDrawer
          {...address}
          workbench={workbench}
          localeProblem={problems.locale}
          onChange={state.set}
          onClose={() => onEdit(null)}
        />
      )}
    </>
  )
}

const BrokenLink = () => (
  <Notice kind="neutral" role="status" className="mb-4">
    This link is incomplete or isn’t a Counterfoil link, so we couldn’t load the calculation. Start a new one below.
  </Notice>
)

/** What of the buyer isn't there, so that the comparison lacks it; it's tried again where that may help. */
const Unread = ({ says, onAgain }: { says: string; onAgain: (() => void) | null }) => (
  <Notice
    kind="neutral"
    role="status"
    className="mb-3"
    actions={
      onAgain && (
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      )
    }
  >
    {says}
  </Notice>
)

type Start = {
  begin: (start: Workbench) => void
  /** Whether the address holds a calculation. */
  isGiven: boolean
  known: KnownBuyer
  today: Today | null
}

/** Begins with the buyer’s own renewal once it is known, in the currency they pay in. Until then, or too late for it, nothing is asked. */
function useStart({ begin, isGiven, known: { isRead, isReady }, today }: Start): boolean {
  const [hasBegun, setHasBegun] = useState(false)
  const start = useEffectEvent(() => {
    setHasBegun(true)
    if (isGiven || today === null) return
    const option = startingOption(today)
    const currency = today.paid?.currency ?? today.paysIn ?? byAddress
    begin({ ...emptyWorkbench, options: option ? [option] : emptyWorkbench.options, currencies: [currency] })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read late still begins a calculation that nobody has begun.
  useEffect(() => {
    if (isReady) start()
  }, [isReady, isRead])
  return hasBegun
}

function rowsOf(
  { options, currencies, discount }: Workbench,
  today: Today | null,
  prices: Prices,
  nameOf: (code: string) => string,
): ComparisonRow[] {
  const row = (option: Option, index: number): ComparisonRow => ({
    letter: letterOf(index),
    words: describeOption(option, nameOf),
    terms: describeTerms(withCommonDiscount(option, discount)),
    cells: currencies.map((currency) => prices.comparedAt(option, currency)),
  })
  const first: ComparisonRow[] = today
    ? [
        {
          letter: '',
          words: today.name,
          terms: describeToday(today),
          cells: currencies.flatMap((currency) => prices.todayAt(currency) ?? []),
        },
      ]
    : []
  return [...first, ...options.map(row)]
}
