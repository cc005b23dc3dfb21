import type { Metadata } from 'next'
import { VerifyPack } from '@/components/evidence/verify-pack'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { pageMerchant } from '@/lib/server/page-merchant'

export const metadata: Metadata = { title: 'Check an evidence pack' }

export default async function EvidencePage() {
  const { code } = await pageMerchant()
  return (
    <Frame page>
      <PageHead title="Check an evidence pack" description="Whether every file in it is as this desk made it." />
      <VerifyPack merchant={code} />
    </Frame>
  )
}
