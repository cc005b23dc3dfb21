import { Tip } from '@/components/ui/tip'
import type { Clock } from '@/components/ui/use-clock'
import { exactTime, momentOf } from '@/lib/core/dates'
import { describeDate } from '@/lib/knowledge/subscription-words'

type Props = {
  iso: string | null
  clock: Clock
  /** The time is unknown. */
  dayOnly?: boolean | undefined
}

/** The day of a moment in the viewer's zone, the exact time in the tip. What is no moment is shown as it came. */
export function Dated({ iso, clock: { now, zone }, dayOnly = false }: Props) {
  const words = describeDate(iso, now, zone)
  const moment = momentOf(iso)
  if (words === null || moment === null) return <span className="text-muted">{iso ?? '–'}</span>
  if (dayOnly) return words.day
  return (
    <Tip text={exactTime(moment, zone)} align="start">
      {words.day}
    </Tip>
  )
}
