'use client'

import { type ReactNode, useState } from 'react'
import type { Action } from '@/lib/action'
import { SendAgainDialog } from './send-again-dialog'
import { SettleDialog } from './settle-dialog'
import { UndoDialog } from './undo-dialog'

export type Asked =
  | { kind: 'undo' | 'sendAgain'; action: Action }
  /** `found` is what a check has shown. */
  | { kind: 'settle'; action: Action; found?: { as: 'happened' | 'did-not-happen'; reason: string } | undefined }

export type AskEntry = (asked: Asked) => void

/** The dialogs of an entry. They belong to the list and not to the entry, which may leave the list by what they do. */
export function useEntryDialog(): { ask: AskEntry; dialog: ReactNode } {
  const [asked, ask] = useState<Asked | null>(null)
  const close = () => {
    ask(null)
    requestAnimationFrame(() => focusAfter(asked?.action.actionId))
  }
  return { ask, dialog: asked && dialogOf(asked, close) }
}

function dialogOf(asked: Asked, onClose: () => void) {
  switch (asked.kind) {
    case 'undo':
      return <UndoDialog action={asked.action} onClose={onClose} />
    case 'sendAgain':
      return <SendAgainDialog action={asked.action} onClose={onClose} />
    default:
      return <SettleDialog action={asked.action} found={asked.found} onClose={onClose} />
  }
}

/** The button that opened a dialog may be gone by what was done: then the focus goes to its entry, or to the page. */
function focusAfter(actionId: string | undefined) {
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    const entry = document.querySelector<HTMLElement>(`[data-entry="${actionId}"]`)
    ;(entry ?? document.getElementById('content'))?.focus()
  })
}
