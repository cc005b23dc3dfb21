import type { Metadata } from 'next'
import { PageRefused } from '@/components/shell/page-refused'
import { pageAbout, type SearchParams } from '../../page-about'
import { OrderView } from './order-view'

export const metadata: Metadata = { title: 'Order' }

type Props = { params: Promise<{ buyerId: string; orderId: string }>; searchParams: SearchParams }

/** One order on a page that changes nothing: what a copied link leads to. */
export default async function OrderPage({ params, searchParams }: Props) {
  const { orderId } = await params
  const { refused, about } = await pageAbout(params, searchParams)
  if (refused) return <PageRefused problem={refused} />
  return <OrderView {...about} orderId={decoded(orderId)} />
}

/** A part of an address comes as it was written; one that was written wrongly is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
