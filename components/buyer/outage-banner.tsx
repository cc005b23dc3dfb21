'use client'

import { CloudOff } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useClock } from '@/components/ui/use-clock'
import type { Outage } from '@/lib/client/outage'
import type { Retries } from '@/lib/client/use-retries'
import { describeWhen } from '@/lib/knowledge/stamp-words'

type Props = Retries & {
  outage: Outage
  /** What was told of the last try. */
  detail: string
  /** When the oldest fact on the page was read, in milliseconds; 0 where none was. */
  asOf: number
}

/** The one sentence about a service that doesn't answer: what is shown meanwhile, what can't be done, and when it is tried again. */
export function OutageBanner({ outage: { says, actions }, detail, asOf, nextAt, tryNow }: Props) {
  const { now, zone } = useClock(asOf)
  const known = asOf === 0 ? 'Nothing was loaded before.' : `This is what we knew ${describeWhen(asOf, now, zone)}.`
  return (
    <div className="flex min-h-10 items-center gap-2.5 rounded-card border border-deferred-line bg-deferred-bg py-1 pr-1.5 pl-3 text-table print:hidden">
      <Icon of={CloudOff} className="text-deferred" />
      <p role="status" className="min-w-0 flex-auto">
        <b className="font-semibold">{says}</b>{' '}
        <span className="text-ink-2">
          {known} {actions}
        </span>
      </p>
      <NextTry at={nextAt} />
      <Button size="small" tip={detail} tipPlace={{ side: 'bottom', align: 'end' }} onClick={tryNow}>
        Try now
      </Button>
    </div>
  )
}

/** It counts down for the eye alone: read out, it would never end. */
function NextTry({ at }: { at: number | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = at === null ? null : Math.max(1, Math.ceil((at - now) / 1_000))
  return (
    <span aria-hidden className="flex-none text-meta text-ink-2 tabular-nums max-sm:hidden">
      {seconds === null ? 'trying now' : `next try in ${seconds} s`}
    </span>
  )
}
