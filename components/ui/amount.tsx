import { cn } from '@/lib/core/cn'

type Props = {
  /** A decimal string as the service gives it. Missing is an en dash, never a zero. */
  value: string | null | undefined
  currency?: string | null
  /** The amount in USD as the service gives it, shown below the original unless it is the very same. */
  usd?: string | null
  /** What stands after "USD": "per the service, 5 orders". */
  usdNote?: string
  /** Received money is emphasised, requested money isn't. */
  received?: boolean
  /** In a column all currency codes have the same width, so decimals align. */
  column?: boolean
  size?: 'table' | 'total'
  className?: string
}

export function Amount({ value, currency, usd, usdNote, received = false, column = false, size = 'table', className }: Props) {
  const total = size === 'total'
  const isSame = currency === 'USD' && usd === value
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
      {usd && !isSame && (
        <span className={cn('block text-ink-2 text-meta', !column && 'whitespace-normal')}>
          {formatDecimal(usd)} <span className={cn(box)}>USD</span>
          {usdNote && ` ${usdNote}`}
        </span>
      )}
    </span>
  )
}

const plainDecimal = /^-?\d+(?:\.(\d{1,20}))?$/

/**
 * Groups the digits of a decimal string and leaves every one of them as given: `Intl` reads a string exactly, beyond 2^53
 * and whatever the currency's usual number of decimals. What is not a plain decimal is shown as it came.
 */
function formatDecimal(value: string): string {
  const match = plainDecimal.exec(value)
  if (!match) return value
  // The pattern guarantees the literal type.
  return formatWith(match[1]?.length ?? 0).format(value as `${number}`)
}

// Creating a formatter costs 100 times a call, and a page has hundreds of amounts. lib/core/money keeps its own: components here know nothing of it.
const formats = new Map<number, Intl.NumberFormat>()

function formatWith(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known) return known
  const made = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(digits, made)
  return made
}
