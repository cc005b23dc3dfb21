import type { Metadata } from 'next'
import { LonePage } from '@/components/shell/lone-page'
import { PageMissing } from '@/components/shell/page-missing'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return (
    <LonePage>
      <PageMissing />
    </LonePage>
  )
}
