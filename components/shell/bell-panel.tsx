import { AtSign, CircleQuestionMark, type IconNode, MailCheck, ShieldCheck, Siren, Undo2 } from 'lucide'
import Link from 'next/link'
import type { MouseEvent } from 'react'
import { Icon } from '@/components/ui/icon'
import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import type { Notice } from '@/lib/notices/notice'
import { type BellKind, type BellLine, bellWords } from '@/lib/pages/bell'

const icons: Record<BellKind, IconNode> = {
  approvals: ShieldCheck,
  incidents: Siren,
  ownIncidents: Siren,
  refunds: Undo2,
  unconfirmed: CircleQuestionMark,
  mentions: AtSign,
  decided: MailCheck,
}

type Props = { lines: readonly BellLine[]; notices: readonly Notice[]; isNew: (notice: Notice) => boolean }

/** What the bell counts, each kind the way to it, and below what the person was told of lately. */
export const BellPanel = ({ lines, ...notices }: Props) => (
  <>
    <Lines lines={lines} />
    <Notices {...notices} />
  </>
)

function Lines({ lines }: { lines: readonly BellLine[] }) {
  if (lines.length === 0) return <p className="px-2 py-2 text-muted">Nothing is waiting for you right now.</p>
  return (
    <ul aria-label="For you">
      {lines.map((line) => (
        <li key={line.kind}>
          <Link
            href={line.href}
            prefetch={false}
            onClick={close}
            className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-control px-2 py-1.5 hover:bg-hover"
          >
            <Icon of={icons[line.kind]} size={14} className="text-muted" />
            <span>
              <span className="block font-medium first-letter:uppercase">{bellWords[line.kind](line.count)}</span>
              <Since line={line} />
            </span>
            <span className="font-semibold tabular-nums">{line.count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Since({ line: { oldest, lapses } }: { line: BellLine }) {
  const now = useNow()
  if (now === undefined || oldest === null) return null
  const age = relativeTime(Date.parse(oldest), now)
  return (
    <span className="block text-meta text-muted">
      {`oldest ${age}`}
      {lapses !== null && `, expires ${relativeTime(Date.parse(lapses), now)}`}
    </span>
  )
}

const close = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** Newest first. Each leads to what it tells of. */
function Notices({ notices, isNew }: Pick<Props, 'notices' | 'isNew'>) {
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
                  close(event)
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
        onClick={close}
        className="flex min-h-9 items-center rounded-control px-2 text-ink-2 hover:bg-hover max-sm:min-h-11"
      >
        Choose notifications
      </Link>
    </>
  )
}
