import type { Metadata } from 'next'
import { PageRefused } from '@/components/shell/page-refused'
import { beginReading } from '@/lib/charges/server/history-readers'
import { pageAbout, type SearchParams } from '../page-about'
import { ChargesView } from './charges-view'

export const metadata: Metadata = { title: 'Charge history' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: SearchParams }

export default async function ChargesPage({ params, searchParams }: Props) {
  const { refused, about, person, account } = await pageAbout(params, searchParams)
  if (refused) return <PageRefused problem={refused} />
  beginReading({ person, merchant: account, buyerId: about.buyerId })
  return <ChargesView {...about} />
}
