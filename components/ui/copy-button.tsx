'use client'

import { Check, Copy } from 'lucide-react'
import { Button, type ButtonProps } from './button'
import { CopyStatus } from './copy-status'
import { Icon } from './icon'
import { useCopy } from './use-copy'

type Props = Omit<ButtonProps, 'onClick' | 'children'> & { text: string | (() => string); label?: string }

/** Copies a longer text, such as the sentence for the buyer. The word does not change, so the button keeps its width. */
export function CopyButton({ text, label = 'Copy', variant = 'quiet', size = 'tiny', ...props }: Props) {
  const [outcome, copy] = useCopy(text)
  return (
    <>
      <Button {...props} variant={variant} size={size} onClick={copy}>
        <Icon of={outcome === 'copied' ? Check : Copy} size={14} />
        {outcome === 'failed' ? 'Could not copy' : label}
      </Button>
      <CopyStatus outcome={outcome} />
    </>
  )
}
