import Link from 'next/link'

const tabs = [
  ['/journal', 'Actions'],
  ['/journal/records', 'Other entries'],
] as const

/** The two halves of the journal: what was done to buyers, and everything else that was written down. */
export function JournalTabs({ here }: { here: (typeof tabs)[number][0] }) {
  return (
    <nav
      aria-label="Parts of the journal"
      className="inline-flex flex-none gap-0.5 rounded-control border bg-sunken p-0.5 max-sm:w-full"
    >
      {tabs.map(([path, name]) => (
        <Link
          key={path}
          href={path}
          prefetch={false}
          aria-current={path === here ? 'page' : undefined}
          className="flex h-6 items-center rounded-chip px-2.5 font-medium text-muted text-table hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink aria-[current=page]:ring-1 aria-[current=page]:ring-line-strong max-sm:h-10 max-sm:flex-1 max-sm:justify-center"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
