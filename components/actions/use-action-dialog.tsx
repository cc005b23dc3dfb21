'use client'

import { type ReactNode, useState } from 'react'
import { onDemand } from '@/components/ui/late'
import type { OpenAction } from '@/lib/commands/action'
import type { Role } from '@/lib/core/roles'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { useOpener } from './use-opener'

const JournalActionDialog = onDemand(() => import('./journal-action-dialog').then((file) => file.JournalActionDialog))

type DialogContext = { role: Role; merchants: readonly { code: string; name: string; timeZone: string }[] }

/** The dialog of an action for lists of many buyers' actions. It belongs to the page: an entry may leave its list by what is done. */
export function useActionDialog({ role, merchants }: DialogContext): { openAction: OpenAction; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ of: Parameters<OpenAction>; count: number } | null>(null)
  const opener = useOpener()
  const openAction: OpenAction = (...of) => {
    opener.note()
    setOpened((before) => ({ of, count: (before?.count ?? 0) + 1 }))
  }
  if (!opened) return { openAction, dialog: null }

  const [{ actionId, words, buyerId, merchant: code }, first] = opened.of
  const merchant = merchants.find((each) => each.code === code) ?? { name: code, timeZone: 'UTC' }
  const dialog = (
    <ReplyToContext value={{ merchant: code, buyerId: buyerId ?? '', country: null }}>
      <JournalActionDialog
        key={opened.count}
        actionId={actionId}
        words={words}
        first={first}
        role={role}
        who={{ buyer: buyerId === null ? null : { id: buyerId }, merchant }}
        onClose={() => {
          setOpened(null)
          opener.giveBack()
        }}
      />
    </ReplyToContext>
  )
  return { openAction, dialog }
}
