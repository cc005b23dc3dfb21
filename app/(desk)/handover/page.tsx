import type { Metadata } from 'next'
import { HandoverView } from '@/components/handover/handover-view'
import { Frame } from '@/components/ui/frame'
import { pageMerchant } from '@/lib/pages/server/page-merchant'

export const metadata: Metadata = { title: 'Hand-over' }

export default async function HandoverPage() {
  const { code, name } = await pageMerchant()
  return (
    <Frame page>
      <HandoverView merchant={{ code, name }} />
    </Frame>
  )
}
