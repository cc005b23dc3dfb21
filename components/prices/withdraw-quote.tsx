'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogOnDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { withdrawQuote } from '@/lib/prices/client/quotes'
import type { Quote } from '@/lib/prices/quote'

/** Takes an offer back, once it has been said what that does and what it doesn't. */
export function WithdrawQuote({ quote, onChange }: { quote: Quote; onChange: (quote: Quote) => void }) {
  const once = useActionIds()
  const [isAsking, ask] = useState(false)
  const withdrawal = useMutation({
    mutationFn: () => once((actionId) => withdrawQuote(actionId, quote)),
    onSuccess(changed) {
      ask(false)
      onChange(changed)
    },
  })
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        onClick={() => ask(true)}
        disabledBecause={quote.mine ? undefined : `Only ${quote.person} can withdraw it`}
        tipPlace={{ align: 'end' }}
      >
        Withdraw quote
      </Button>
      {isAsking && (
        <DialogOnDemand
          open
          onOpenChange={ask}
          title="Withdraw quote"
          subtitle={`${quote.reference}, ${quote.words}`}
          footer={
            <>
              <Button onClick={() => ask(false)}>Back</Button>
              <SendingButton variant="primary" sending={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
                Withdraw quote
              </SendingButton>
            </>
          }
        >
          {withdrawal.error && <ProblemNotice {...describeProblem(withdrawal.error)} />}
          <p>The quote stays in the list as withdrawn. You can’t open it again.</p>
          <p>The customer isn’t told, and a payment link that was made of it still works.</p>
        </DialogOnDemand>
      )}
    </>
  )
}
