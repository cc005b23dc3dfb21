'use client'

import { Check, Copy } from 'lucide'
import { useId } from 'react'
import { cn } from '@/lib/core/cn'
import { CopyStatus } from './copy-button'
import { Icon } from './icon'
import { TipBubble, type TipPlace } from './tip-bubble'
import { tipFrame } from './tip-frame'
import { useCopy } from './use-copy'

type Props = TipPlace & {
  value: string
  /** Digits shown at both ends; an id that is not longer stands whole. */
  head?: number
  tail?: number
  className?: string
}

/** An id: head and tail in mono, the whole of it in the tip, copied on click. */
export function Ident({ value, head = 8, tail = 4, className, ...place }: Props) {
  const id = useId()
  const [outcome, copy] = useCopy(value)
  const short = value.length > head + tail + 1 ? `${value.slice(0, head)}…${tail > 0 ? value.slice(-tail) : ''}` : value
  return (
    <span className={cn(tipFrame, 'inline-flex', className)}>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy ${value}`}
        className="touch-area group/id relative -mx-1 -my-0.5 inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-chip px-1 font-mono text-ink-2 text-meta tracking-mono [font-variant-ligatures:none] hover:bg-sunken hover:text-ink"
      >
        {short}
        <span className="text-faint group-hover/id:text-ink-2 print:hidden">
          <Icon of={outcome === 'copied' ? Check : Copy} size={12} />
        </span>
      </button>
      <TipBubble id={id} {...place}>
        {outcome === 'idle' ? (
          <span className="whole-id font-mono">{value}</span>
        ) : outcome === 'copied' ? (
          'Copied'
        ) : (
          <>Couldn’t copy. The value is {value}</>
        )}
      </TipBubble>
      <CopyStatus outcome={outcome} />
    </span>
  )
}
