'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { SendingButton } from '@/components/ui/sending-button'
import type { Action } from '@/lib/action'
import { newId } from '@/lib/client/new-id'
import { send } from '@/lib/client/send'
import { sentWords } from '@/lib/sent-words'
import { entryWords } from './entry-words'

type Props = {
  action: Action
  title: string
  /** Where it is posted, and the verb of the button. */
  path: string
  verb: string
  /** What is known once it is done. */
  done: string
  onClose: () => void
  children: ReactNode
}

/** Sends something that follows from an entry, under an id of its own made once, so that a second click sends nothing. */
export function SendDialog({ action, title, path, verb, done, onClose, children }: Props) {
  const [actionId] = useState(newId)
  const queryClient = useQueryClient()
  const sending = useMutation({ mutationFn: () => send(path, { actionId }), onSettled: () => queryClient.invalidateQueries() })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      subtitle={entryWords(action)}
      footer={
        sending.data ? (
          <>
            <Link
              href={`/journal?entry=${actionId}`}
              onClick={onClose}
              className="mr-auto text-accent text-table hover:underline"
            >
              See it in the journal
            </Link>
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            {sending.isPending && (
              <span className="mr-auto text-meta text-muted">
                You may leave. Without an answer after 15 s it is kept as unconfirmed.
              </span>
            )}
            <Button onClick={onClose}>Back</Button>
            <SendingButton variant="primary" sending={sending.isPending} onClick={() => sending.mutate()}>
              {verb}
            </SendingButton>
          </>
        )
      }
    >
      {sending.data ? <OutcomeNotice {...sentWords(sending.data, done)} /> : children}
    </Dialog>
  )
}
