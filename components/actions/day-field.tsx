'use client'

import { CalendarDays } from 'lucide'
import { type FocusEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Field, type FieldControl } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { closeFloat, floatOpen } from '@/components/ui/open-float'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import type { CommandField } from '@/lib/commands/verbs'
import { cn } from '@/lib/core/cn'
import { dayIn, formatDay, momentOf } from '@/lib/core/dates'
import { type QuickDay, quickDays, readDay } from '@/lib/core/day-choice'
import type { DayWords, FormDay } from '@/lib/operations/declare/command-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Calendar } from './calendar'

type Props = {
  form: VerbForm['form']
  name: CommandField
  words: DayWords
  day: FormDay
  /** What the day belongs to, as far as it is known: quick days are counted from its end. */
  subscription: Subscription | undefined
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** A day: at one press from where the term ends now, typed as people type one, or picked in a calendar. */
export function DayField({ form, name, words, day, subscription }: Props) {
  const { field, fieldState } = useController({ control: form.control, name })
  const value = field.value ?? ''
  const [typed, setTyped] = useState<{ text: string; as: string } | null>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  const { end, isOver, days } = offeredDays(subscription, words, day)
  const isTyped = typed !== null && typed.as === value
  const fitting = isTyped ? [] : days.filter((each) => each.day === value)
  const chosen = fitting.find(({ label }) => label === pressed) ?? fitting[0] ?? null
  const own = chosen === null ? value : ''

  function choose(next: string, label: string | null) {
    form.setValue(name, next, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
    setTyped(null)
    setPressed(label)
  }

  function type(text: string) {
    const read = readDay(text, day.today) ?? text.trim()
    setTyped({ text, as: read })
    field.onChange(read)
  }

  return (
    <Field label={words.label} aside={countedFrom(end, isOver)} error={fieldState.error?.message}>
      {(control) => (
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))]">
          {days.map((each) => (
            <button
              key={each.label}
              type="button"
              aria-pressed={each.label === chosen?.label}
              onClick={() => choose(each.day, each.label)}
              className={cn(chip, 'whitespace-nowrap px-2 text-left hover:bg-hover')}
            >
              {each.label}
              <span className="text-meta text-muted tabular-nums">{formatDay(each.day)}</span>
            </button>
          ))}
          <PickedDay
            control={control}
            field={field}
            text={isTyped ? typed.text : isDay(own) ? formatDay(own) : own}
            day={own === '' ? null : own}
            start={end !== null && !isOver ? end : day.tomorrow}
            bounds={words.bounds(day)}
            hint={words.hint(day)}
            onType={type}
            onPick={(next) => choose(next, null)}
            onTaken={() => isTyped && !isDay(typed.text.trim()) && setTyped(null)}
          />
        </div>
      )}
    </Field>
  )
}

const chip = cn(
  'grid min-h-12.5 content-center gap-px rounded-control border border-line-strong bg-raised font-medium text-ink text-table',
  'aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:ring-1 aria-pressed:ring-accent aria-pressed:ring-inset',
)

type PickedProps = {
  control: FieldControl
  field: { ref: (element: HTMLElement | null) => void; onBlur: () => void; name: string }
  text: string
  /** The day that was typed or picked; null where none is. */
  day: string | null
  start: string
  bounds: { min: string; max: string }
  hint: string
  onType: (text: string) => void
  onPick: (day: string) => void
  /** The person has ended typing: what could be read is written as every day is. */
  onTaken: () => void
}

/** The last chip: it opens the calendar, and carries the day that was typed or picked. */
function PickedDay({ control, field, text, day, onType, onTaken, ...calendar }: PickedProps) {
  const id = useId()
  const input = useRef<HTMLInputElement | null>(null)
  const float = useRef<HTMLDivElement>(null)

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && float.current?.dataset.float === 'open') {
      event.preventDefault()
      float.current.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
    }
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onTaken()
    closeFloat(float.current)
  }

  function leave(event: FocusEvent) {
    field.onBlur()
    if (!float.current?.contains(event.relatedTarget)) onTaken()
  }

  return (
    <div
      data-chosen={day !== null || undefined}
      className={cn(
        chip,
        'gap-0 [anchor-name:--picked-day] data-chosen:border-accent data-chosen:bg-selected data-chosen:ring-1 data-chosen:ring-accent data-chosen:ring-inset max-sm:odd:col-span-2',
      )}
    >
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-6 items-end justify-between gap-1 rounded-control px-2.5 text-left hover:bg-hover max-sm:min-h-8"
      >
        Pick…
        <Icon of={CalendarDays} size={14} className="text-muted" />
      </button>
      <input
        {...control}
        ref={(element) => {
          input.current = element
          field.ref(element)
        }}
        name={field.name}
        value={text}
        placeholder="any date"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={pressKey}
        onBlur={leave}
        className="h-6 w-full min-w-0 rounded-control bg-transparent px-2.5 pb-1 font-normal text-ink-2 text-meta tabular-nums placeholder:text-muted focus-visible:-outline-offset-2 max-sm:h-8 max-sm:text-[1rem]"
      />
      <CalendarFloat id={id} ref={float} input={input} day={day} {...calendar} />
    </div>
  )
}

type CalendarFloatProps = Pick<PickedProps, 'day' | 'start' | 'bounds' | 'hint' | 'onPick'> & {
  id: string
  ref: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
}

function CalendarFloat({ id, ref, input, day, start, bounds, hint, onPick }: CalendarFloatProps) {
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      onToggle={(event) => {
        floatOpen(event)
        if (event.newState === 'open') input.current?.select() // what is typed next takes its place
      }}
      className="float-below-end [position-anchor:--picked-day] w-68 max-w-[calc(100vw-2rem)] rounded-card bg-overlay p-2 font-normal text-ink text-table shadow-float open:animate-rise"
    >
      <p className="px-1 pb-1.5 text-meta text-ink-2">Pick a day, or type 15 sep, 15.9. or in 3 weeks and press Enter.</p>
      <Calendar
        day={day !== null && isDay(day) ? day : null}
        start={start}
        {...bounds}
        onPick={(next) => {
          onPick(next)
          closeFloat(ref.current)
        }}
      />
      <p className="px-1 pt-1.5 text-meta text-muted">{hint}</p>
    </div>
  )
}

/** Where the term ends now, and the days that can be chosen at one press: from that end, or from today where it is not known or past. */
function offeredDays(subscription: Subscription | undefined, { bounds }: DayWords, day: FormDay): Offered {
  const moment = momentOf(subscription?.endDate)
  const end = moment === null ? null : dayIn(moment, day.zone)
  const isOver = end !== null && end <= day.today
  const product = subscription?.product
  // How long a trial lasts is not how long the term after it does.
  const term = product && product.isTrial === false ? { months: product.durationMonths, days: product.durationDays } : null
  return { end, isOver, days: quickDays(end === null || isOver ? day.today : end, term, bounds(day)) }
}

type Offered = { end: string | null; isOver: boolean; days: QuickDay[] }

const countedFrom = (end: string | null, isOver: boolean): string =>
  end === null ? 'counted from today' : isOver ? `ended ${formatDay(end)}, counted from today` : `now ${formatDay(end)}`
