'use client'

import { Button, type ButtonProps } from '@/components/ui/button'
import { offeredBeside } from '@/lib/commands/verb-offers'
import type { VerbName } from '@/lib/commands/verb-words'
import { useActions } from './actions-provider'
import type { Target } from './opening'
import { useTargetRefusal } from './use-verb-refusal'

type Props = Omit<ButtonProps, 'onClick' | 'children'> & { verb: VerbName; target: Target }

/** A verb beside the fact it changes. Who may not do it sees it, and why. */
export function VerbButton({ verb, target, size = 'small', ...props }: Props) {
  const { context, open } = useActions()
  const refusalOf = useTargetRefusal()
  return (
    <Button
      {...props}
      size={size}
      disabledBecause={props.disabledBecause ?? refusalOf(target)}
      onClick={() => open({ kind: 'command', verb, target })}
    >
      {context.verbs.find(({ name }) => name === verb)?.words}
    </Button>
  )
}

/** The verbs beside a fact of a thing, as far as it is known how that stands. */
export function FactVerbs({ fact, value, ...props }: Omit<Props, 'verb' | 'value'> & { fact: string; value?: unknown }) {
  const { verbs } = useActions().context
  return offeredBeside(verbs, props.target.kind, fact, value).map(({ name }) => <VerbButton key={name} {...props} verb={name} />)
}
