'use client'

import {
  Activity,
  Bell,
  BellRing,
  Bot,
  Database,
  FileText,
  type IconNode,
  MessageSquareText,
  RadioTower,
  ShieldCheck,
  Store,
  Users,
} from 'lucide'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { State } from '@/components/ui/state'

const icons = {
  accounts: Store,
  people: Users,
  approvals: ShieldCheck,
  replies: MessageSquareText,
  letterhead: FileText,
  events: RadioTower,
  alerts: BellRing,
  machines: Bot,
  notifications: Bell,
  data: Database,
  status: Activity,
} satisfies Record<string, IconNode>

export type SettingsSection = {
  href: string
  name: string
  icon: keyof typeof icons
  count?: number
  /** Whether nothing of it needs a look; missing where that means nothing. */
  isWell?: boolean
}

/** The sections of the settings: beside the page, and on the phone a row of tabs above it. */
export function SettingsNav({ sections }: { sections: readonly SettingsSection[] }) {
  const path = usePathname()
  const nav = useRef<HTMLElement>(null)
  // The row of a phone is wider than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the section shown is another one once the path is
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="grid gap-0.5 max-sm:-mx-gutter max-sm:flex max-sm:overflow-x-auto max-sm:px-gutter max-sm:pb-1 sm:sticky sm:top-17"
    >
      <h2 className="sr-only">Settings</h2>
      {sections.map(({ href, name, icon, count, isWell }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={path === href ? 'page' : undefined}
          className="flex h-9 flex-none items-center gap-2.5 whitespace-nowrap rounded-control border border-transparent px-3 font-medium text-ink-2 text-table hover:bg-hover focus-visible:-outline-offset-2 aria-[current=page]:border-line aria-[current=page]:bg-raised aria-[current=page]:text-ink max-sm:h-10"
        >
          <span className="text-muted max-sm:hidden">
            <Icon of={icons[icon]} />
          </span>
          <span className="flex-1">{name}</span>
          {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
          {isWell !== undefined && (
            <span className="max-sm:hidden">
              <State kind={isWell ? 'settled' : 'declined'}>
                <span className="sr-only">{isWell ? 'All well' : 'Needs a look'}</span>
              </State>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
