'use client'

import { Plus } from 'lucide'
import { Button } from '@/components/ui/button'
import { CardFoot } from '@/components/ui/card-foot'
import { Icon } from '@/components/ui/icon'
import type { Run } from '@/lib/prices/client/live-prices'
import { AddCurrency } from './add-currency'
import type { Prices } from './use-prices'
import type { WorkbenchState } from './use-workbench'

type Props = { state: WorkbenchState; prices: Prices; onAddOption: () => void }

/** What can be added, and how many requests the prices took. */
export function PriceFoot({ state, prices, onAddOption }: Props) {
  const { currencies } = state.workbench
  const { run, count, due, failed } = prices
  return (
    <CardFoot className="flex-wrap max-sm:border-t-0 max-sm:px-0 print:hidden">
      <Button size="small" variant="quiet" onClick={onAddOption} className="max-sm:hidden">
        <Icon of={Plus} size={14} />
        Add an option
      </Button>
      <AddCurrency currencies={currencies} onAdd={(codes) => state.set({ currencies: [...currencies, ...codes] })} />
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="tabular-nums">
          {due > 0 ? `${count - due} of ${counted(count, 'price')}…` : run && describeRun(run, count)}
        </span>
        {due === 0 && failed > 0 && (
          <Button size="small" onClick={() => prices.again('failed')}>
            Retry {failed} failed
          </Button>
        )}
      </span>
    </CardFoot>
  )
}

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`

/** "19 prices, 19 requests, 1.4 s", or "4 of 28 prices, 1 request, 0.3 s" where no more was asked last. */
function describeRun({ prices, requests, from, until }: Run, count: number): string {
  const tenths = Math.round(((until ?? from) - from) / 100)
  const which = prices < count ? `${prices} of ${counted(count, 'price')}` : counted(count, 'price')
  return `${which}, ${counted(requests, 'request')}, ${(tenths / 10).toFixed(1)} s`
}
