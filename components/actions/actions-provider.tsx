'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { onDemand } from '@/components/ui/late'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import type { ActionsContext, Opening } from './opening'
import { useOpener } from './use-opener'

// Dialogs, forms and schemas come with the first verb that is pressed, not with the page.
const ActionDialog = onDemand(() => import('./action-dialog').then((file) => file.ActionDialog))

type Actions = { context: ActionsContext; open: (opening: Opening) => void; opening: Opening | null }

const ActionsReactContext = createContext<Actions | null>(null)

/** Puts the verbs into reach of everything inside, and holds the one dialog that may be open. */
export function ActionsProvider({ context, children }: { context: ActionsContext; children: ReactNode }) {
  const [opened, setOpened] = useState<{ opening: Opening; count: number } | null>(null)
  const opener = useOpener()

  function open(opening: Opening) {
    if (!opened) opener.note()
    setOpened((before) => ({ opening, count: (before?.count ?? 0) + 1 }))
  }

  function close() {
    setOpened(null)
    opener.giveBack()
  }

  const { merchant, buyer } = context
  const replyTo = useMemo(
    () => ({ merchant: merchant.code, buyerId: buyer.id, country: buyer.country }),
    [merchant.code, buyer.id, buyer.country],
  )
  return (
    <ActionsReactContext value={{ context, open, opening: opened?.opening ?? null }}>
      <ReplyToContext value={replyTo}>
        {children}
        {opened && <ActionDialog key={opened.count} opening={opened.opening} onClose={close} />}
      </ReplyToContext>
    </ActionsReactContext>
  )
}

export function useActions(): Actions {
  const actions = useContext(ActionsReactContext)
  if (!actions) throw new Error('A verb is outside of ActionsProvider')
  return actions
}
