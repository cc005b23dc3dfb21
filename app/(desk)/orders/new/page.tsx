import type { Metadata } from 'next'
import { NewOrder } from '@/components/actions/new-order'
import { Frame } from '@/components/ui/frame'
import { Notice } from '@/components/ui/notice'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { uuid } from '@/lib/operations/schemas/scalars'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { pagePerson } from '@/lib/people/server/page-person'
import { newOrderContext } from '@/lib/prices/server/new-order-context'

export const metadata: Metadata = { title: 'New order' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function NewOrderPage({ searchParams }: Props) {
  const person = await pagePerson()
  const given = await searchParams
  const buyerId = uuid.safeParse(firstNonEmpty(given.buyer))
  const made = await newOrderContext(person, await pageMerchant(), {
    buyerId: buyerId.success ? buyerId.data : null,
    quoteId: firstNonEmpty(given.quote),
  })
  const context = await pageValue(made)
  const of = context.quote === null ? '' : `, from the quote “${context.quote.words}”`
  return (
    <Frame page className="pt-3!">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-title">New order</h1>
        <p className="text-muted text-table">
          on {context.merchant.name}
          {of}
        </p>
      </div>
      {context.unusable && (
        <Notice kind="deferred" className="mb-3" role="status">
          {context.unusable}
        </Notice>
      )}
      <NewOrder key={context.merchant.code} context={context} ticket={firstNonEmpty(given.ticket)} />
    </Frame>
  )
}
