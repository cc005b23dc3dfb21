'use client'

import { relativeTime } from './relative-time'
import { Tip } from './tip'
import type { TipPlace } from './tip-bubble'
import { useNow } from './use-now'

const exactInZone: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
}
const inViewersZone = new Intl.DateTimeFormat('en-GB', exactInZone)
const inUtc = new Intl.DateTimeFormat('en-GB', { ...exactInZone, timeZone: 'UTC' })

type Props = TipPlace & {
  /** ISO 8601 with an offset, or milliseconds. */
  at: string | number
  /** False inside a button or a link. */
  focusable?: boolean
  className?: string
}

/** Relative first; the exact time in the viewer's zone, and in UTC, on hover and focus. */
export function Time({ at, className, ...tip }: Props) {
  const now = useNow()
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span className={className}>{at}</span>
  const iso = date.toISOString()
  const exact = now === undefined ? inUtc.format(date) : `${inViewersZone.format(date)} (${inUtc.format(date)})`
  return (
    <Tip text={exact} className={className} {...tip}>
      <time dateTime={iso} className="whitespace-nowrap tabular-nums">
        {now === undefined ? inUtc.format(date) : relativeTime(date.getTime(), now)}
      </time>
    </Tip>
  )
}
