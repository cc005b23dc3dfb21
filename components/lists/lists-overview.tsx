'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { PageHead } from '@/components/ui/page-head'
import { listsQuery } from '@/lib/lists/client/list-queries'
import { formatCount, listPath } from '@/lib/lists/list-page'
import { daysAtFirst, listNames, lists } from '@/lib/lists/lists'

/** Every list with what it holds and how many rows it has. */
export function ListsOverview({ merchant }: { merchant: { code: string; name: string } }) {
  const { data } = useQuery(listsQuery(merchant.code))
  return (
    <>
      <PageHead title="Lists" description={`Across the buyers known on ${merchant.name}. Others aren’t included.`} />
      <Card aria-label="Lists">
        <ul className="divide-y">
          {listNames.map((name) => {
            const count = data?.data.find((each) => each.name === name)
            return (
              <li
                key={name}
                className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 text-table hover:bg-hover"
              >
                <Link
                  href={listPath(name)}
                  prefetch={false}
                  className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-solid focus-visible:after:-outline-offset-2"
                >
                  {[lists[name].label, daysAtFirst(name)].filter(Boolean).join(', ')}
                </Link>
                <b className="row-span-2 font-semibold tabular-nums">{count ? formatCount(count) : '–'}</b>
                <span className="text-meta text-muted">{lists[name].note}</span>
              </li>
            )
          })}
        </ul>
      </Card>
    </>
  )
}
