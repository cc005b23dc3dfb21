'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Textarea } from '@/components/ui/textarea'
import type { Action } from '@/lib/action'
import { postJson } from '@/lib/client/commands/post-json'
import { problemWords } from '@/lib/problem-words'
import { actionKey } from '@/lib/query-keys'
import { entryWords } from './entry-words'
import { SettleChoice } from './settle-choice'

type As = 'happened' | 'did-not-happen'
type Props = { action: Action; found?: { as: As; reason: string } | undefined; onClose: () => void }

const longest = 255

/** A person's word on what nobody answered. It is written to the journal under their name and sends nothing. */
export function SettleDialog({ action, found, onClose }: Props) {
  const form = useId()
  const queryClient = useQueryClient()
  const [as, setAs] = useState<As | null>(found?.as ?? null)
  const [reason, setReason] = useState(found?.reason.slice(0, longest) ?? '')
  const [tried, setTried] = useState(false)
  const settling = useMutation({
    mutationFn: (body: { as: As; how: 'checked' | 'by-hand'; reason: string }) =>
      postJson<Action>(`/api/desk/actions/${action.actionId}/settle`, action.merchant, body),
    onSuccess: (settled) => queryClient.setQueryData(actionKey(settled.actionId), settled),
    onSettled: () => queryClient.invalidateQueries(),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (as === null || reason.trim() === '' || settling.isPending) return
    settling.mutate({ as, how: found?.as === as ? 'checked' : 'by-hand', reason: reason.trim() })
  }

  const footer = settling.data ? (
    <Button variant="primary" onClick={onClose}>
      Close
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>Back</Button>
      <Button variant="primary" type="submit" form={form} aria-disabled={settling.isPending}>
        {settling.isPending ? 'Settling…' : 'Settle'}
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={onClose} title="Settle" subtitle={entryWords(action)} footer={footer}>
      {settling.data ? (
        <OutcomeNotice
          kind="settled"
          title={`Settled: ${as === 'happened' ? 'applied' : 'not applied'}`}
          says={['Nothing was sent. Your word stands in the journal beside what was sent.']}
          traceId={null}
        />
      ) : (
        <form id={form} onSubmit={submit} noValidate className="grid gap-4">
          {settling.error && <ProblemNotice {...problemWords(settling.error)} />}
          <SettleChoice value={as} onChange={setAs} error={tried && as === null ? 'Say whether it was applied' : undefined} />
          <Field
            label="Reason"
            hint="How do you know? It is written to the journal."
            aside={`${reason.length} / ${longest}`}
            error={tried && reason.trim() === '' ? 'Say how you know' : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={longest}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  )
}
