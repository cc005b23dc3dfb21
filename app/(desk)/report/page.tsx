import type { Metadata } from 'next'
import { ReportView } from '@/components/report/report-view'
import { Frame } from '@/components/ui/frame'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Team report' }

export default async function ReportPage() {
  const person = await pagePerson()
  return (
    <Frame page>
      <ReportView role={person.role} today={new Date().toISOString().slice(0, 10)} />
    </Frame>
  )
}
