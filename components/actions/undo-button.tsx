'use client'

import { Undo2 } from 'lucide'
import { Button, type ButtonProps } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Action } from '@/lib/commands/action'
import { useActions } from './actions-provider'
import { useVerbRefusal } from './use-verb-refusal'

type Props = Pick<ButtonProps, 'size' | 'variant'> & { action: Pick<Action, 'actionId' | 'words' | 'undo'> }

/** Undo of an action in a list: it shows what would be taken back before it does anything. Nothing where there is no undo. */
export function UndoButton({ action: { actionId, words, undo }, size = 'tiny', variant = 'quiet' }: Props) {
  const { open } = useActions()
  const refusal = useVerbRefusal()
  if (!undo.possible) return null
  return (
    <Button
      size={size}
      variant={variant}
      aria-label={`Undo ${words}`}
      disabledBecause={refusal}
      tipPlace={{ align: 'end' }}
      onClick={() => open({ kind: 'action', actionId, words, first: 'undo' })}
    >
      <Icon of={Undo2} size={14} />
      Undo
    </Button>
  )
}
