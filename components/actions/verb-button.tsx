'use client'

import { Button, type ButtonProps } from '@/components/ui/button'
import { type VerbName, verbWords } from '@/lib/verb-words'
import { useActions } from './actions-provider'
import type { Target } from './opening'
import { useVerbRefusal } from './use-verb-refusal'

type Props = Omit<ButtonProps, 'onClick' | 'children'> & { verb: VerbName; target: Target }

/** A verb beside the fact it changes. Who may not do it sees it, and why. */
export function VerbButton({ verb, target, size = 'small', ...props }: Props) {
  const { open } = useActions()
  const refusal = useVerbRefusal()
  return (
    <Button
      {...props}
      size={size}
      disabledBecause={props.disabledBecause ?? refusal}
      onClick={() => open({ kind: 'command', verb, target })}
    >
      {verbWords[verb]}
    </Button>
  )
}
