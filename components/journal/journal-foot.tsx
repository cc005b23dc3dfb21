'use client'

import { Button } from '@/components/ui/button'
import { CardFoot } from '@/components/ui/card-foot'
import { Kbd } from '@/components/ui/kbd'

type Props = { shown: number; isReading: boolean; onOlder: (() => void) | null }

export function JournalFoot({ shown, isReading, onOlder }: Props) {
  const entries = shown === 1 ? '1 entry' : `${shown.toLocaleString('en')} entries`
  return (
    <CardFoot className="flex-wrap border-t">
      <span className="tabular-nums">
        {onOlder === null && !isReading ? `${entries}, nothing older` : `The newest ${entries}`}
      </span>
      {(onOlder || isReading) && (
        <Button size="small" onClick={onOlder ?? undefined} aria-disabled={isReading}>
          {isReading ? 'Reading…' : 'Show older'}
        </Button>
      )}
      <span className="ml-auto flex items-center gap-1.5 max-sm:hidden">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        move
        <Kbd>⏎</Kbd>
        unfold
      </span>
    </CardFoot>
  )
}
