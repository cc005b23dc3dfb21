'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/buyer-path'
import { quotePath, shareQuote } from '@/lib/client/prices/quotes'
import { problemWords } from '@/lib/problem-words'
import type { Quote, QuoteState } from '@/lib/quote'

const looks = { draft: 'plain', shared: 'settled', expired: 'neutral', used: 'neutral' } as const
const says: Record<QuoteState, string> = {
  draft: 'Only you can open it until you share it.',
  shared: 'Colleagues who are signed in can open it by its link. Nobody can change it.',
  expired: 'It counts no more. What the service says now stands below.',
  used: 'Something has been made of it already.',
}

type Props = { quote: Quote; onChange: (quote: Quote) => void; children?: ReactNode }

/** What is offered to whom, who froze it, where it stands, and what can be done with it. */
export function QuoteHead({ quote, onChange, children }: Props) {
  const sharing = useMutation({ mutationFn: () => shareQuote(quote), onSuccess: onChange })
  const { state, words, buyerId, person, madeAt, validUntil, used } = quote
  return (
    <>
      <PageHead
        title={words}
        description={
          <>
            Quote for{' '}
            <Link href={buyerPath(buyerId, null)} prefetch={false} className="text-accent hover:underline">
              buyer {buyerId.slice(0, 8)}…
            </Link>
            , frozen by {person} <Time at={madeAt} />, valid until <Time at={validUntil} />.
          </>
        }
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            {state === 'draft' && <Button onClick={() => sharing.mutate()}>{sharing.isPending ? 'Sharing…' : 'Share'}</Button>}
            {state !== 'draft' && (
              <CopyButton text={() => location.origin + quotePath(quote.id)} label="Copy link" variant="default" size="normal" />
            )}
            {children}
          </span>
        }
      />
      <p className="mb-4 flex flex-wrap items-center gap-2 text-muted text-table">
        <Badge kind={looks[state]}>{state}</Badge> {says[state]}
        {used && (
          <span>
            By {used.by} <Time at={used.at} />,{' '}
            <Link href={`/journal?entry=${used.actionId}`} prefetch={false} className="text-accent hover:underline">
              in the journal
            </Link>
            .
          </span>
        )}
      </p>
      {sharing.error && <ProblemNotice {...problemWords(sharing.error)} className="mb-4" />}
    </>
  )
}
