import { TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { kindOf, noLinkBecause, type OfferKind } from '@/lib/prices/offer'
import { isOpenQuote, type Quote } from '@/lib/prices/quote'
import { isMove } from '@/lib/prices/workbench'

type Step = readonly [what: string, why: string]

const send: Step = ['Send the offer', 'Copy the text or save the PDF.']
const closes: Step = ['The charge shows up', 'It closes this quote once we refresh the buyer’s history.']

const sold: readonly Step[] = [
  ['Create the payment link', 'Creating it charges nothing.'],
  ['The buyer pays on the payment page', 'The page sets the final price.'],
  closes,
]
const renewed: readonly Step[] = [
  send,
  ['The buyer renews where they manage their subscription', 'The service has no way to renew at a quoted price from here.'],
  closes,
]
const moved: readonly Step[] = [
  send,
  [
    'The buyer changes plans where they manage their subscription',
    'The service has no command for this change that we could send.',
  ],
  closes,
]
const movedHere = (verb: string): readonly Step[] => [
  send,
  [`${verb} the subscription`, 'The dialog shows what changes before anything is sent.'],
  ['The next charge shows the price', 'The service sets it, so it may differ from this offer.'],
]
const together: readonly Step[] = [
  send,
  ['The buyer orders what they want', 'The service can’t sell these together from here.'],
  closes,
]

function stepsOf(kind: OfferKind, verb: string | null, noLink: string | null): readonly Step[] {
  if (verb !== null) return movedHere(verb)
  if (isMove(kind)) return moved
  if (kind === 'purchase') return noLink === null ? sold : apart
  return kind === 'renew' ? renewed : together
}

const apart: readonly Step[] = [
  send,
  ['Create a payment link for each discount', 'Creating them charges nothing.'],
  ['The buyer pays on the payment pages', 'Each page sets the final price of its products.'],
]

const titleOf = (kind: OfferKind) =>
  isMove(kind) ? 'How the plan gets changed' : kind === 'renew' ? 'How it gets renewed' : 'How it gets bought'

/** A payment link uses up its offer, also while nobody knows whether it was made, and is no payment. */
function describeEnded(quote: Quote): string {
  if (quote.state !== 'used') return 'This offer isn’t open any more. Price it again to make another one.'
  if (quote.used?.orderId != null) return 'An order of the buyer took up this offer.'
  return kindOf(quote) === 'purchase'
    ? 'This offer was used for a payment link. Nothing is paid until the charge shows up in the buyer’s history.'
    : 'This offer was used. What was sent for it is in the journal.'
}

const isReduced = ({ request }: Quote) =>
  request.bundles.some(({ products }) =>
    products.some(({ discount, couponCode }) => discount !== undefined || couponCode !== undefined),
  )

type Props = {
  quote: Quote
  /** The command that does what the offer is about, where there is one. */
  verb: string | null
  children: ReactNode
}

/** What will really happen, as against what the offer says, and what is better not done. */
export function QuoteSteps({ quote, verb, children }: Props) {
  const kind = kindOf(quote)
  const noLink = noLinkBecause(quote)
  const warnings = [
    ...(kind === 'renew'
      ? [
          `Renew now charges the stored card at the service’s own price${isReduced(quote) ? '. We don’t know that it takes this discount.' : ', which may differ from this offer.'}`,
        ]
      : []),
    ...(noLink === null ? [] : [noLink]),
  ]
  return (
    <Card aria-labelledby="how-it-goes" className="print:hidden">
      <CardHead title={titleOf(kind)} id="how-it-goes" />
      <CardBody>
        {isOpenQuote(quote) ? (
          <Steps steps={stepsOf(kind, verb, noLink)} />
        ) : (
          <p className="text-table">{describeEnded(quote)}</p>
        )}
      </CardBody>
      {isOpenQuote(quote) && warnings.length > 0 && (
        <ul className="grid gap-2 border-t px-4 py-3 text-table">
          {warnings.map((words) => (
            <li key={words} className="flex gap-2">
              <Icon of={TriangleAlert} size={14} className="mt-0.75 text-deferred" />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
      <CardFoot className="justify-between">{children}</CardFoot>
    </Card>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid">
      {steps.map(([what, why], at) => (
        <li
          key={what}
          className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-2.5 pb-3 text-table not-last:after:absolute not-last:after:top-6.5 not-last:after:bottom-0.5 not-last:after:left-3 not-last:after:border-line-strong not-last:after:border-l last:pb-0.5"
        >
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-full border border-line-strong font-medium text-meta"
          >
            {at + 1}
          </span>
          <span>
            <b className="font-semibold">{what}</b>
            <span className="block text-meta text-muted">{why}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
