'use client'

import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { Input } from '@/components/ui/input'

/** A rest so long that what is typed is meant as it is. */
const meantMs = 1_000

type Props = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
  /** Whether a text counts as soon as it is typed: a code that is known, or nothing. */
  isWhole: (text: string) => boolean
}

/** A field whose text may be half of one: it counts once it is known, or the field is left, or Enter is pressed, or typing has rested. */
export function DraftInput({ value, onChange, isWhole, ...props }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = useEffectEvent(() => {
    setDraft(null)
    if (draft !== null && draft !== value) onChange(draft)
  })
  useEffect(() => {
    if (draft === null) return
    const timer = setTimeout(commit, meantMs)
    return () => clearTimeout(timer)
  }, [draft])

  function leave() {
    if (draft !== null && draft !== value) onChange(draft)
    setDraft(null)
  }
  return (
    <Input
      {...props}
      autoComplete="off"
      spellCheck={false}
      value={draft ?? value}
      onChange={({ target }) => {
        const isMeant = isWhole(target.value)
        setDraft(isMeant ? null : target.value)
        if (isMeant) onChange(target.value)
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}
