import { Fragment } from 'react'
import { Letterhead, type LetterheadProps } from '@/components/ui/letterhead'
import { Skeleton } from '@/components/ui/skeleton'
import { Unbroken } from '@/components/ui/unbroken'
import { useRememberedText } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'
import type { Offer } from '@/lib/prices/offer'

type Props = {
  /** Null until the texts of its language are there. */
  offer: Offer | null
  letterhead: LetterheadProps
  /** Whom it is for, as it may be shown now: name, e-mail. */
  customer: readonly string[]
}

const quiet = 'text-meta text-ink-2'

/** The offer's own number, which stays on one line. */
const reference = /(Q-\w+)/

/** The offer as the customer gets it. It is black on white whatever the theme, because that is how it will be printed. */
export function OfferPaper({ offer, letterhead, customer }: Props) {
  const [paper] = useRememberedText('paper') // as chosen for statements, because it depends on the printer
  return (
    <article
      aria-label="The offer as the customer gets it"
      className={cn(
        'sheet flex min-h-160 flex-col rounded-card border bg-raised p-11 text-ink shadow-sm max-lg:p-7 max-sm:min-h-0 max-sm:p-5 print:min-h-[250mm] print:border-0 print:p-0 print:shadow-none',
        paper === 'letter' ? 'paper-letter' : 'paper-a4',
      )}
    >
      {offer === null ? (
        <Skeleton className="h-80 w-full" />
      ) : (
        <div lang={offer.lang} className="flex flex-auto flex-col">
          <header className="flex flex-wrap justify-between gap-x-6 gap-y-3">
            <Letterhead {...letterhead} />
            <p className="sm:text-right">
              <b className="font-semibold">{offer.heads.offer}</b>
              <span className={`block ${quiet}`}>{offer.date}</span>
            </p>
          </header>
          <OfferText offer={offer} customer={customer} />
        </div>
      )}
    </article>
  )
}

function OfferText({ offer, customer }: { offer: Offer; customer: readonly string[] }) {
  const { heads } = offer
  return (
    <>
      {customer.length > 0 && (
        <div className="mt-7">
          <p className={quiet}>{heads.for}</p>
          <p className="wrap-anywhere">
            {customer.map((each, at) => (
              <Fragment key={each}>
                {at > 0 && ', '}
                <bdi>{each}</bdi>
              </Fragment>
            ))}
          </p>
        </div>
      )}
      <h2 className="mt-6 text-balance font-semibold text-title wrap-anywhere">{offer.heading}</h2>
      {offer.lead && <p className="mt-1.5 max-w-[56ch]">{offer.lead}</p>}
      <Lines offer={offer} />
      <Sums offer={offer} />
      <div className="my-7 grid gap-x-7 gap-y-4 text-table sm:grid-cols-2">
        <section>
          <h3 className="mb-1 font-semibold">{heads.acceptHead}</h3>
          <p>
            <Unbroken words={offer.accept} at={reference} />
          </p>
        </section>
        <section className="grid content-start gap-1.5">
          <h3 className="-mb-0.5 font-semibold">{heads.knowHead}</h3>
          {offer.know.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </section>
      </div>
      <footer className={`mt-auto flex flex-wrap justify-between gap-x-6 gap-y-1 border-t pt-3 ${quiet}`}>
        <span>{offer.until}</span>
        <span>
          <Unbroken words={offer.questions} at={reference} />
        </span>
      </footer>
    </>
  )
}

function Lines({ offer: { lines, heads } }: { offer: Offer }) {
  const hasTerms = lines.some(({ term }) => term !== null)
  return (
    <table className="mt-5 w-full text-table [&_td]:border-b [&_td]:py-2 [&_th]:border-line-strong [&_th]:border-b [&_th]:py-1.5 [&_th]:font-medium [&_th]:text-ink-2 [&_th]:text-meta">
      <thead>
        <tr>
          <th className="text-left">{heads.what}</th>
          {hasTerms && <th className="text-left">{heads.term}</th>}
          <th className="text-right">{heads.price}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, term, price }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may stand in an offer twice, and lines never change places.
          <tr key={at}>
            <td className="pr-3 font-semibold">
              <bdi>{name}</bdi>
            </td>
            {hasTerms && <td className="pr-3">{term ?? '–'}</td>}
            <td className="whitespace-nowrap text-right font-semibold tabular-nums">{price ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How the price comes about, by the service's own figures. */
function Sums({ offer: { rows } }: { offer: Offer }) {
  return (
    <table aria-label="How the price adds up" className="mt-3 ml-auto text-table">
      <tbody>
        {rows.map(({ key, label, amount }, index) => {
          const isLast = index === rows.length - 1
          return (
            <tr key={key} className={isLast ? 'border-line-strong border-t font-semibold' : 'text-ink-2'}>
              <th scope="row" className={cn('py-0.5 pr-6 text-left', !isLast && 'font-normal')}>
                {label}
              </th>
              <td className="whitespace-nowrap py-0.5 text-right tabular-nums">{amount}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
