'use client'

import { LonePage } from '@/components/shell/lone-page'
import { PageError } from '@/components/shell/page-error'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <LonePage>
      <PageError error={error} retry={retry} />
    </LonePage>
  )
}
