import { EyeOff } from 'lucide'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { cn } from '@/lib/core/cn'
import { hide, type Shown } from '@/lib/reveal/client/revealed'
import { type Revealable, revealLabels, revealWord } from '@/lib/reveal/reveal'
import type { RevealAbout } from './reveal'

type Props = { what: Revealable; about: RevealAbout; shown: Shown; isHead: boolean }

/** A value in clear, with the seconds that are left and a way to hide it sooner. It is announced once, not every second. */
export function RevealedValue({ what, about, shown, isHead }: Props) {
  const seconds = useSecondsLeft(shown.until)
  const Value = isHead ? 'h1' : 'bdi'
  return (
    <span data-revealed className={cn('flex min-w-0 flex-auto items-center gap-x-2 print:hidden', !isHead && 'flex-wrap')}>
      <Value dir="auto" className={cn('min-w-0 wrap-anywhere', isHead ? 'truncate font-semibold text-dialog' : 'bg-mark')}>
        {shown.value}
      </Value>
      <span className="-my-1 ml-auto inline-flex flex-none items-center gap-1 text-meta max-sm:-my-2.5 text-muted tabular-nums">
        <span aria-hidden title="until masked again">
          {seconds} s
        </span>
        <span role="status" className="sr-only">
          {`${revealLabels[what]}, shown for one minute`}
        </span>
        <IconButton
          icon={EyeOff}
          size="tiny"
          label={`Hide ${revealWord(what)}`}
          onClick={() => hide(about, what)}
          tipPlace={{ align: 'end', side: isHead ? 'bottom' : 'top' }}
        />
      </span>
    </span>
  )
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}
