import { X } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import { byAddress } from '@/lib/prices/workbench'
import type { WorkbenchState } from './use-workbench'

/** So many currencies fit beside the options at 1440; more scroll under the options, which stay. */
const maxFitting = 5

export const nameOfColumn = (code: string) => (code === byAddress ? 'the buyer’s currency' : code)

type HeadsProps = { state: WorkbenchState; problems: readonly (string | null)[]; paidIn: string | null }

/** The columns: currencies, each of which can be removed. */
export function PriceTableHeads({ state, problems, paidIn }: HeadsProps) {
  const { currencies } = state.workbench
  return (
    <thead>
      <tr className="h-8 border-b">
        <th
          scope="col"
          className="sticky left-0 z-1 w-[min(17rem,27vw)] bg-raised px-4 text-left font-medium text-meta text-muted"
        >
          Option
        </th>
        {currencies.map((code, index) => (
          <CurrencyHead
            key={code}
            code={code}
            isPaidIn={code !== byAddress && code === paidIn}
            isWide={currencies.length > maxFitting}
            problem={problems[index] ?? null}
            onRemove={currencies.length > 1 ? () => state.set({ currencies: currencies.filter((each) => each !== code) }) : null}
          />
        ))}
      </tr>
    </thead>
  )
}

type CurrencyHeadProps = {
  code: string
  isPaidIn: boolean
  isWide: boolean
  problem: string | null
  onRemove: (() => void) | null
}

function CurrencyHead({ code, isPaidIn, isWide, problem, onRemove }: CurrencyHeadProps) {
  return (
    <th scope="col" className={cn('px-3 text-right font-medium text-meta text-muted', isWide && 'w-30')}>
      <span className="inline-flex items-center gap-1">
        {code === byAddress ? 'Buyer’s currency' : code}
        {isPaidIn && <span className="whitespace-nowrap font-normal"> · pays in this</span>}
        {onRemove && (
          <button
            type="button"
            aria-label={`Remove ${nameOfColumn(code)}`}
            onClick={onRemove}
            className="grid size-6 place-items-center rounded-chip hover:bg-sunken hover:text-ink print:hidden"
          >
            <Icon of={X} size={12} />
          </button>
        )}
      </span>
      {problem !== null && <span className="block whitespace-normal text-danger">{problem}</span>}
    </th>
  )
}
