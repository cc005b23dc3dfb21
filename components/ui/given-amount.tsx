import { cn } from '@/lib/core/cn'

const decimal = /^([+−-]?)(\d+)(\.\d+)?$/

/**
 * An amount as it was given, every sign of it. Thousands are set apart for the eye alone, by commas that the style sheet draws, so that
 * what is copied and searched stays the service's own text.
 */
export function GivenAmount({ amount, className }: { amount: string | null; className?: string }) {
  if (amount === null) return <span className={cn('text-muted', className)}>–</span>
  const [, sign = '', whole = '', fraction = ''] = decimal.exec(amount) ?? []
  return (
    <span className={cn('whitespace-nowrap tabular-nums', className)}>
      {whole.length < 4 ? (
        amount
      ) : (
        <>
          {sign}
          {groupsOf(whole).map(({ digits, at }) => (
            <span key={at} className={at > 0 ? "before:content-[',']" : undefined}>
              {digits}
            </span>
          ))}
          {fraction}
        </>
      )}
    </span>
  )
}

/** Three by three from the right. */
function groupsOf(whole: string): { digits: string; at: number }[] {
  const first = whole.length % 3
  const starts = [
    ...(first === 0 ? [] : [0]),
    ...Array.from({ length: Math.floor(whole.length / 3) }, (_, index) => first + index * 3),
  ]
  return starts.map((at, index) => ({ digits: whole.slice(at, starts[index + 1]), at }))
}
