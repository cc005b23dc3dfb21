'use client'

import { Ban, Undo2 } from 'lucide-react'
import { Icon } from '@/components/ui/icon'
import { dayWords, inZone } from '@/lib/dates'
import type { Undo } from '@/lib/operations/effects/effect'

/** Whether it can be taken back, until when, and with which verb. */
export function UndoLine({ undo, zone }: { undo: Undo; zone: string }) {
  return (
    <p className="flex items-start gap-1.5 text-ink-2 text-table">
      <Icon of={undo.possible ? Undo2 : Ban} size={14} className="mt-0.5 text-muted" />
      {undo.possible ? (
        <span>
          Can be undone{undo.until && ` until ${dayWords(inZone(Date.parse(undo.until), zone).day)}`} with{' '}
          <b className="font-medium text-ink">{undo.verb}</b>.{undo.note && ` ${undo.note}`}
        </span>
      ) : (
        <span>Cannot be undone. {undo.why}</span>
      )}
    </p>
  )
}
