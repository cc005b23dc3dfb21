import type { Metadata } from 'next'
import { PageMissing } from '@/components/shell/page-missing'

export const metadata: Metadata = { title: 'Page not found' }

/** Within the shell, which is the page's main part already. */
export default function NotFoundInDesk() {
  return (
    <div className="grid min-h-[60dvh] place-content-center p-6 [grid-template-columns:minmax(0,100%)]">
      <PageMissing />
    </div>
  )
}
