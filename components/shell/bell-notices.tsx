import Link from 'next/link'
import type { MouseEvent } from 'react'
import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import type { Notice } from '@/lib/notices/notice'

type Props = {
  notices: readonly Notice[]
  isNew: (notice: Notice) => boolean
  onFollow: (event: MouseEvent<HTMLElement>) => void
}

/** What the person was told of lately, newest first. Each leads to what it tells of. */
export function BellNotices({ notices, isNew, onFollow }: Props) {
  const now = useNow()
  return (
    <>
      <h2 id="bell-notices" className="border-t px-2 pt-2.5 pb-1 font-medium text-meta text-muted">
        Notifications
      </h2>
      {notices.length === 0 ? (
        <p className="px-2 pb-2 text-muted">No notifications in the last 30 days.</p>
      ) : (
        <ul aria-labelledby="bell-notices" className="max-h-72 overflow-y-auto">
          {notices.map((notice) => (
            <li key={notice.id}>
              <a
                // Drawn anew, for it may be of another merchant account.
                href={notice.href}
                onClick={(event) => {
                  if (notice.merchant !== '') chooseMerchant(notice.merchant)
                  onFollow(event)
                }}
                className="grid min-h-11 grid-cols-[0.5rem_minmax(0,1fr)] gap-x-2.5 rounded-control px-2 py-1.5 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span aria-hidden className={isNew(notice) ? 'mt-1.5 size-2 rounded-full bg-primary' : undefined} />
                <span className="col-start-2">
                  <span className={isNew(notice) ? 'block font-medium' : 'block'}>
                    {isNew(notice) && <span className="sr-only">New: </span>}
                    {notice.words}
                  </span>
                  <span className="block text-meta text-muted">
                    {[notice.account, now === undefined ? '' : relativeTime(Date.parse(notice.at), now)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Link
        href="/settings/account#notifications"
        prefetch={false}
        onClick={onFollow}
        className="flex min-h-9 items-center rounded-control px-2 text-ink-2 hover:bg-hover max-sm:min-h-11"
      >
        Choose notifications
      </Link>
    </>
  )
}
