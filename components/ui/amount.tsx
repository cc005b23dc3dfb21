import { cn } from '@/lib/cn'
import { formatDecimal } from './format-decimal'

type Props = {
  /** A decimal string as the service gives it. Missing is an en dash, never a zero. */
  value: string | null | undefined
  currency?: string | null
  /** The same in USD as the service gives it: shown beneath, never instead. */
  usd?: string | null
  /** What stands after "USD": "as given, 5 orders". */
  usdNote?: string
  /** Money received is ink and strong, money only asked is neither. */
  received?: boolean
  /** In a column the codes stand in a box of one width, so that decimals stand under each other. */
  column?: boolean
  size?: 'table' | 'total'
  className?: string
}

export function Amount({ value, currency, usd, usdNote, received = false, column = false, size = 'table', className }: Props) {
  const total = size === 'total'
  const box = column && 'inline-block w-7.5 text-left'
  return (
    <span className={cn('whitespace-nowrap tabular-nums', column && 'block text-right', className)}>
      {value == null || value === '' ? (
        <span className="text-muted">–</span>
      ) : (
        <span className={cn(received ? 'font-semibold text-ink' : 'font-normal text-ink-2', total ? 'text-total' : 'text-table')}>
          {formatDecimal(value)}
          {currency && (
            <>
              <span className="text-meta"> </span>
              <small className={cn('font-normal text-ink-2 tracking-normal', total ? 'text-table' : 'text-meta', box)}>
                {currency}
              </small>
            </>
          )}
        </span>
      )}
      {usd && (
        <span className={cn('block text-ink-2 text-meta', !column && 'whitespace-normal')}>
          {formatDecimal(usd)} <span className={cn(box)}>USD</span>
          {usdNote && ` ${usdNote}`}
        </span>
      )}
    </span>
  )
}
