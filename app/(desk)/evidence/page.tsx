import type { Metadata } from 'next'
import { VerifyPack } from '@/components/evidence/verify-pack'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { pageMerchant } from '@/lib/pages/server/page-merchant'

export const metadata: Metadata = { title: 'Check an evidence pack' }

export default async function EvidencePage() {
  const { code } = await pageMerchant()
  return (
    <Frame page>
      <PageHead
        title="Check an evidence pack"
        description="Files stay in your browser. Only the list of fingerprints is checked here."
      />
      <VerifyPack merchant={code} />
    </Frame>
  )
}
