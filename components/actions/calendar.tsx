'use client'

import { ChevronLeft, ChevronRight } from 'lucide'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '@/components/ui/icon-button'
import { cn } from '@/lib/core/cn'
import { daysAfter, daysBetween, longDay, monthName, monthsAfter } from '@/lib/core/dates'

type Props = {
  /** The chosen day as a key, or null. */
  day: string | null
  /** Where it opens while nothing is chosen. */
  start: string
  min: string
  max: string
  onPick: (day: string) => void
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const steps: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => daysAfter(day, -1),
  ArrowRight: (day) => daysAfter(day, 1),
  ArrowUp: (day) => daysAfter(day, -7),
  ArrowDown: (day) => daysAfter(day, 7),
  PageUp: (day) => monthsAfter(day, -1),
  PageDown: (day) => monthsAfter(day, 1),
}

/** A month of days to pick one from. One day is in the order of Tab; arrows go from day to day, PageUp and PageDown by a month. */
export function Calendar({ day, start, min, max, onPick }: Props) {
  const [shown, setShown] = useState({ at: day ?? start, of: day })
  if (shown.of !== day) setShown({ at: day ?? shown.at, of: day })
  const { at } = shown
  const current = useRef<HTMLButtonElement>(null)

  const within = (key: string) => (key < min ? min : key > max ? max : key)
  const show = (next: string) => setShown({ at: within(next), of: day })

  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    flushSync(() => show(step(at))) // the day that had the focus may be of another month, and gone
    current.current?.focus()
  }

  return (
    <div>
      <div className="flex items-center justify-between pl-1">
        <b aria-live="polite" className="font-semibold text-table">
          {monthName(at)}
        </b>
        <span className="flex">
          <IconButton
            icon={ChevronLeft}
            label="Show the month before"
            tip={undefined}
            onClick={() => show(monthsAfter(at, -1))}
          />
          <IconButton icon={ChevronRight} label="Show the month after" tip={undefined} onClick={() => show(monthsAfter(at, 1))} />
        </span>
      </div>
      <table className="w-full table-fixed text-center text-table tabular-nums" onKeyDown={press}>
        <caption className="sr-only">{monthName(at)}</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="h-6 font-medium text-meta text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((key) => (
                <td key={key} className="p-px">
                  {key.slice(0, 7) === at.slice(0, 7) && (
                    <button
                      ref={key === at ? current : undefined}
                      type="button"
                      disabled={key < min || key > max}
                      tabIndex={key === at ? 0 : -1}
                      aria-label={longDay(key)}
                      aria-pressed={key === day}
                      onClick={() => onPick(key)}
                      className={cn(
                        'h-7 w-full rounded-control hover:bg-hover disabled:cursor-not-allowed disabled:text-muted disabled:line-through',
                        'aria-pressed:bg-primary aria-pressed:font-semibold aria-pressed:text-on-primary',
                      )}
                    >
                      {Number(key.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const aMonday = '2024-01-01'

/** Six weeks that hold the month of a day, so that every month is as high as any other. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`
  const monday = daysAfter(first, -(((daysBetween(aMonday, first) % 7) + 7) % 7))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, index) => daysAfter(monday, week * 7 + index)))
}
