'use client'

import { CalendarDays } from 'lucide'
import { useState } from 'react'
import { filterChipClass } from './filter-chip-class'
import { Icon } from './icon'
import { late } from './late'
import { Menu } from './menu'
import { Skeleton } from './skeleton'

// What folds out is of no use before somebody opens it.
const DayFields = late(() => import('./day-fields').then((file) => file.DayFields), <Skeleton className="h-44" />)

/** Day keys `YYYY-MM-DD`, both included. */
export type Days = { from?: string | null; to?: string | null }

type Props = {
  from: string | null
  to: string | null
  /** The range in words; null while it is off. */
  words: string | null
  /** Whose days these are: "Days in UTC." */
  hint: string
  onChange: (days: Days) => void
}

/** A filter by days, from and to. */
export function DayFilter({ words, ...fields }: Props) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <Menu
      label={words === null ? 'Dates' : `Dates ${words}`}
      align="start"
      className="w-64 p-3"
      triggerClassName={filterChipClass(words !== null)}
      onOpen={() => setWasOpened(true)}
      trigger={
        <>
          <Icon of={CalendarDays} size={12} className="text-muted" />
          {words === null ? 'Dates' : <b className="font-medium">{words}</b>}
        </>
      }
    >
      {wasOpened && <DayFields {...fields} />}
    </Menu>
  )
}
