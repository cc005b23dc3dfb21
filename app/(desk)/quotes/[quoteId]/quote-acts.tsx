'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useActions } from '@/components/actions/actions-provider'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { verbLabels } from '@/lib/commands/verb-words'
import { type Offer, offerText } from '@/lib/prices/offer'
import type { Quote } from '@/lib/prices/quote'
import { type QuoteAct, verbOf } from '@/lib/prices/quote-act'
import { quotedWorkbench } from '@/lib/prices/quoted-workbench'
import { writeLink } from '@/lib/prices/workbench-link'

type Props = { act: QuoteAct; quote: Quote; offer: Offer | null; mayAct: string | null; onCopy: () => Promise<void> }

/** What should be done with a quote. */
export function FirstAct({ act, quote, offer, mayAct, onCopy }: Props) {
  if (act === 'again') return <PriceAgain quote={quote} />
  if (act === 'link') return <LinkAct quote={quote} mayAct={mayAct} />
  if (act === 'verb') return <VerbAct quote={quote} mayAct={mayAct} />
  return act === 'copy' ? <CopyOffer offer={offer} onCopy={onCopy} isFirst /> : null
}

type CopyOfferProps = { offer: Offer | null; onCopy: () => Promise<void>; isFirst?: boolean }

/** Copies the text for the customer, once `onCopy` has ended. Nothing is copied where it throws. */
export function CopyOffer({ offer, onCopy, isFirst = false }: CopyOfferProps) {
  return (
    <CopyButton
      text={() => onCopy().then(() => (offer === null ? '' : offerText(offer)))}
      label="Copy the offer"
      disabledBecause={offer === null ? 'Loading the offer…' : undefined}
      {...(isFirst ? { size: 'normal', variant: 'primary' } : { size: 'tiny' })}
    />
  )
}

function LinkAct({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  if (mayAct !== null) {
    return (
      <Button variant="primary" tipPlace={{ align: 'end', side: 'bottom' }} disabledBecause={mayAct}>
        Create payment link
      </Button>
    )
  }
  return (
    <Link href={`/orders/new?quote=${quote.id}`} prefetch={false} className={buttonClass({ variant: 'primary' })}>
      Create payment link
    </Link>
  )
}

function VerbAct({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  const { open } = useActions()
  const found = verbOf(quote)
  if (found === null) return null
  const { verb, line } = found
  const productId = quote.answer.products.find(({ code }) => code === line.productCode)?.id
  const target = { kind: 'subscription', id: line.subscriptionId, name: null } as const
  return (
    <Button
      variant="primary"
      disabledBecause={mayAct ?? undefined}
      tipPlace={{ align: 'end', side: 'bottom' }}
      onClick={() => open({ kind: 'command', verb, target, ...(productId ? { defaults: { productId }, quote: quote.id } : {}) })}
    >
      {verbLabels[verb]}…
    </Button>
  )
}

/** The calculation that it was chosen from, opened anew with every option. */
function PriceAgain({ quote }: { quote: Quote }) {
  const router = useRouter()
  async function open() {
    const link = await writeLink(quotedWorkbench(quote))
    router.push(`/buyers/${quote.buyerId}/prices${link === null ? '' : `?w=${link}`}`)
  }
  return (
    <Button variant="primary" onClick={() => void open()}>
      Price again
    </Button>
  )
}
