'use client'

import { useMutation } from '@tanstack/react-query'
import { Check, Copy, Link as LinkIcon } from 'lucide'
import { type ReactNode, useCallback, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { CopyStatus } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { type CopyOutcome, copyLater } from '@/components/ui/use-copy'
import { useActionIds } from '@/lib/client/use-action-ids'
import { dayIn, formatDay } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { quotePath, shareQuote } from '@/lib/prices/client/quotes'
import { isOpenQuote, type Quote, stateLabels } from '@/lib/prices/quote'

type Props = {
  quote: Quote
  zone: string
  /** Lets colleagues open it, as `useShareQuote` gives it. */
  share: () => Promise<void>
  /** What is done with the offer; the last one is what should be done. */
  children: ReactNode
}

/** Lets colleagues open a quote that only its maker can: whoever a customer names its number to must find it. Does nothing for one that is shared. */
export function useShareQuote(quote: Quote, onChange: (quote: Quote) => void): () => Promise<void> {
  const once = useActionIds()
  const { mutateAsync } = useMutation({
    mutationFn: () => once((actionId) => shareQuote(actionId, quote)),
    onSuccess: onChange,
  })
  const isDraft = quote.state === 'draft'
  return useCallback(async () => {
    if (isDraft) await mutateAsync()
  }, [isDraft, mutateAsync])
}

/** What is offered, its number, where it stands, and what can be done with it. */
export function QuoteHead({ quote, zone, share, children }: Props) {
  const until = formatDay(dayIn(Date.parse(quote.validUntil), zone))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-2 print:hidden">
      <h1 className="min-w-0 font-semibold text-title wrap-anywhere">{quote.words}</h1>
      <Chip size="small">{quote.reference}</Chip>
      {isOpenQuote(quote) ? (
        <Chip size="small" className="max-md:hidden">
          open until {until}
        </Chip>
      ) : (
        <Badge kind={quote.state === 'used' ? 'settled' : 'neutral'}>
          {quote.state === 'lapsed' ? `Lapsed ${until}` : stateLabels[quote.state]}
        </Badge>
      )}
      <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-auto max-sm:[&_button]:w-full sm:ml-auto">
        <ColleagueLink quote={quote} share={share} />
        {children}
      </span>
    </div>
  )
}

/** Copies the link; a quote that only its maker could open is shared by that. */
function ColleagueLink({ quote, share }: Pick<Props, 'quote' | 'share'>) {
  const [isSharing, setSharing] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const [outcome, say] = useState<CopyOutcome>('idle')
  async function copy() {
    setSharing(true)
    setProblem(null)
    const shared = share().catch((cause: Error) => {
      setProblem(cause)
      throw cause
    })
    const hasCopied = await copyLater(shared.then(() => location.origin + quotePath(quote.id)))
    setSharing(false)
    say(hasCopied ? 'copied' : 'failed')
  }
  return (
    <>
      <Button onClick={() => void copy()} disabled={isSharing}>
        <Icon of={outcome === 'copied' ? Check : outcome === 'failed' ? Copy : LinkIcon} size={14} />
        {outcome === 'failed' && !problem ? 'Couldn’t copy' : 'Copy link for colleagues'}
      </Button>
      <CopyStatus outcome={outcome} />
      {problem && <ProblemNotice {...describeProblem(problem)} />}
    </>
  )
}
