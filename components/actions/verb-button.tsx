'use client'

import { Button, type ButtonProps } from '@/components/ui/button'
import { type VerbName, verbsBeside, verbWords } from '@/lib/commands/verb-words'
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

/** The verbs beside a fact of a thing, as far as it is known how that stands. */
export const FactVerbs = ({ fact, value, ...props }: Omit<Props, 'verb' | 'value'> & { fact: string; value?: unknown }) =>
  verbsBeside(props.target.kind, fact, value).map(({ name }) => <VerbButton key={name} {...props} verb={name} />)
