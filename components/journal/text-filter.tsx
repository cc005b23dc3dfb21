'use client'

import { Plus } from 'lucide'
import { type FormEvent, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { filterChipClass } from '@/components/ui/filter-chip-class'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Menu } from '@/components/ui/menu'

type Props = {
  label: string
  hint: string
  value: string | undefined
  /** What the chip shows of the value. */
  shown?: string | undefined
  onChange: (value: string | null) => void
}

/** A filter that is typed. It is applied by Enter, since half a ticket or half an id matches nothing. */
export function TextFilter({ label, hint, value, shown = value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onChange(input.current?.value.trim() || null)
  }

  return (
    <Menu
      label={value === undefined ? label : `${label} ${value}`}
      align="start"
      className="w-72 p-3"
      triggerClassName={filterChipClass(value !== undefined)}
      trigger={
        value === undefined ? (
          <>
            <Icon of={Plus} size={12} className="text-muted" />
            {label}
          </>
        ) : (
          <>
            {label} <b className="max-w-36 truncate font-medium">{shown}</b>
          </>
        )
      }
    >
      {/* Keyed by the value, so that what is typed begins with what is applied. */}
      <form key={value ?? ''} onSubmit={apply} className="grid gap-3">
        <Field label={label} hint={hint}>
          {(control) => (
            <Input {...control} ref={input} size="small" defaultValue={value ?? ''} autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" size="small">
            Show
          </Button>
          {value !== undefined && (
            <Button size="small" variant="quiet" onClick={() => onChange(null)}>
              Any
            </Button>
          )}
        </div>
      </form>
    </Menu>
  )
}
