import Link from 'next/link'

const tabs = [
  ['/journal', 'Actions'],
  ['/journal/records', 'Other entries'],
] as const

/** The two halves of the journal: what was done to buyers, and everything else that was written down. */
export function JournalTabs({ here }: { here: (typeof tabs)[number][0] }) {
  return (
    <nav aria-label="Parts of the journal" className="mb-4 flex border-b">
      {tabs.map(([path, name]) => (
        <Link
          key={path}
          href={path}
          prefetch={false}
          aria-current={path === here ? 'page' : undefined}
          className="-mb-px flex h-10 items-center border-transparent border-b-2 px-3 font-medium text-muted text-table hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
