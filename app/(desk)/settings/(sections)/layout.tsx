import type { ReactNode } from 'react'
import { SettingsNav } from '@/components/settings/settings-nav'
import { Frame } from '@/components/ui/frame'
import { pagePerson } from '@/lib/people/server/page-person'
import { settingsSections } from './settings-sections'

/** One section at a time, beside the way to the others. Who may see only one has nothing to choose from. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const sections = await settingsSections(await pagePerson())
  const content = <div className="grid min-w-0 max-w-[53.75rem] grid-cols-[minmax(0,1fr)] gap-3 *:first:mb-0">{children}</div>
  if (sections.length < 2)
    return (
      <Frame page tight>
        {content}
      </Frame>
    )
  return (
    <Frame
      page
      tight
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-5 lg:grid-cols-[13.75rem_minmax(0,1fr)] lg:gap-8"
    >
      <SettingsNav sections={sections} />
      {content}
    </Frame>
  )
}
