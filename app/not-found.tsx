import type { Metadata } from 'next'
import { LonePage } from '@/components/shell/lone-page'
import { PageMissing } from '@/components/shell/page-missing'

export const metadata: Metadata = { title: 'No such page' }

export default function NotFound() {
  return (
    <LonePage>
      <PageMissing />
    </LonePage>
  )
}
