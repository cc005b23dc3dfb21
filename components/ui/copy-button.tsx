'use client'

import { Check, Copy, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button'
import { Icon } from './icon'
import { type CopyOutcome, useCopy } from './use-copy'

type Props = Omit<ButtonProps, 'onClick' | 'children'> & {
  text: string | (() => string | Promise<string>)
  label?: ReactNode
  icon?: IconNode
}

/** Copies a longer text, such as the sentence for the buyer. The label doesn't change, so the button keeps its width. */
export function CopyButton({ text, label = 'Copy', icon = Copy, variant = 'quiet', size = 'tiny', ...props }: Props) {
  const [outcome, copy] = useCopy(text)
  return (
    <>
      <Button {...props} variant={variant} size={size} onClick={copy}>
        <Icon of={outcome === 'copied' ? Check : icon} size={14} />
        {outcome === 'failed' ? 'Couldn’t copy' : label}
      </Button>
      <CopyStatus outcome={outcome} />
    </>
  )
}

const words = { idle: '', copied: 'Copied', failed: 'Couldn’t copy' }

/** Announces the outcome to screen readers, which needs the empty element to be there before. */
export function CopyStatus({ outcome }: { outcome: CopyOutcome }) {
  return (
    <span role="status" className="sr-only">
      {words[outcome]}
    </span>
  )
}
