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
import { useActionIds } from '@/lib/client/use-action-ids'
import { buyerPath } from '@/lib/core/buyer-path'
import { problemWords } from '@/lib/core/problem-words'
import { quotePath, shareQuote } from '@/lib/prices/client/quotes'
import type { Quote, QuoteState } from '@/lib/prices/quote'

const looks = { draft: 'plain', shared: 'settled', expired: 'neutral', used: 'neutral' } as const
const says: Record<QuoteState, string> = {
  draft: 'Only you can open this quote until you share it.',
  shared: 'Signed-in colleagues can open this quote with the link. Nobody can change it.',
  expired: 'This quote has expired. Current prices are below.',
  used: 'This quote has already been used.',
}

type Props = { quote: Quote; onChange: (quote: Quote) => void; children?: ReactNode }

/** What is offered to whom, who froze it, where it stands, and what can be done with it. */
export function QuoteHead({ quote, onChange, children }: Props) {
  const once = useActionIds()
  const sharing = useMutation({ mutationFn: () => once((actionId) => shareQuote(actionId, quote)), onSuccess: onChange })
  const { state, words, buyerId, person, madeAt, validUntil, used } = quote
  return (
    <>
      <PageHead
        title={words}
        description={
          <>
            Quote for{' '}
            <Link href={buyerPath(buyerId, null)} prefetch={false} className="text-accent underline">
              buyer {buyerId.slice(0, 8)}
            </Link>
            , saved by {person} <Time at={madeAt} />, valid until <Time at={validUntil} />.
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
            Used by {used.by} <Time at={used.at} />,{' '}
            <Link href={`/journal?entry=${used.actionId}`} prefetch={false} className="text-accent underline">
              see the journal
            </Link>
            .
          </span>
        )}
      </p>
      {sharing.error && <ProblemNotice {...problemWords(sharing.error)} className="mb-4" />}
    </>
  )
}
