'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, Handshake, type IconNode, ListChecks, MailCheck, ServerCrash, ShieldCheck, Siren, Undo2 } from 'lucide'
import Link from 'next/link'
import { useState } from 'react'
import { useActionDialog } from '@/components/actions/use-action-dialog'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { onDemand } from '@/components/ui/late'
import { CountedItems, CountedLine } from '@/components/ui/newer-line'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { useCounted } from '@/lib/client/use-counted'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import type { Approval } from '@/lib/commands/approval'
import { cn } from '@/lib/core/cn'
import { type CountedIds, partCounted } from '@/lib/core/counted'
import type { Role } from '@/lib/core/roles'
import { putMentionAway } from '@/lib/notes/client/notes-query'
import { waitingKey } from '@/lib/operations/query-keys'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import { groupOf, type WaitingKind, type WaitingRow, waitingGroups } from '@/lib/pages/waiting'

const DecisionDialog = onDemand(() => import('@/components/approvals/decision-dialog').then((file) => file.DecisionDialog))

type Props = {
  context: { role: Role; merchants: readonly { code: string; name: string; timeZone: string }[] }
  /** The rows of the number that opened the page. */
  counted: CountedIds | null
}

/** Everything that waits for the person, oldest first, each with the way to it. */
export function WaitingForYou({ context, counted: given }: Props) {
  const { data, isError } = useQuery(waitingQuery)
  const { openAction, dialog } = useActionDialog(context)
  const [opened, setOpened] = useState<Approval | null>(null)
  const [{ waiting }, change] = useSearchParamsState(['waiting'])
  const group = waitingGroups.find((each) => each === waiting) ?? null
  const all = data?.rows ?? null
  const now = group === null ? all : (all?.filter((row) => groupOf(row) === group) ?? null)
  const [counted, showNow] = useCounted(given)
  const { rows, since } = now === null ? { rows: null } : partCounted(counted, { now, keyOf: ({ key }) => key })

  function open({ lead }: WaitingRow) {
    const { unconfirmed = [], team = [], approvals = [] } = data ?? {}
    const action = lead.to === 'action' && [...unconfirmed, ...team].find(({ actionId }) => actionId === lead.actionId)
    if (lead.to === 'action' && action) openAction(action, lead.step)
    if (lead.to === 'approval') setOpened(approvals.find(({ id }) => id === lead.id) ?? null)
  }

  return (
    <Card aria-labelledby="waiting-for-you">
      <CardHead title="Waiting for you" id="waiting-for-you" count={rows?.length ?? 0}>
        {group !== null && (
          <Button size="small" onClick={() => change({ waiting: null }, true)}>
            Show everything
          </Button>
        )}
      </CardHead>
      {since && <CountedLine since={since} onNow={showNow} />}
      {rows === null ? (
        isError ? (
          <p className="px-4 py-3 text-muted text-table">We couldn’t load this. We’ll try again in a moment.</p>
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : rows.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">
          {group === null ? 'Nothing is waiting for you right now.' : 'Nothing of this is waiting for you right now.'}
        </p>
      ) : (
        <ul className="divide-y">
          <CountedItems
            items={rows.map((row) => (
              <Row key={row.key} row={row} on={accountsOf(row, context.merchants)} onOpen={() => open(row)} />
            ))}
            since={since}
          />
        </ul>
      )}
      {dialog}
      {opened && (
        <DecisionDialog
          approval={data?.approvals.find(({ id }) => id === opened.id) ?? opened}
          context={context}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}

const icons: Record<Exclude<WaitingKind, 'unconfirmed' | 'contradicted'>, IconNode> = {
  approval: ShieldCheck,
  asked: MailCheck,
  answer: MailCheck,
  incident: Siren,
  'own-incident': Siren,
  refund: Undo2,
  mention: AtSign,
  guide: ListChecks,
  promise: Handshake,
  trouble: ServerCrash,
}

/** The names of a row's accounts for who has more than one, since rows of all of them stand here whichever is selected. */
const accountsOf = ({ accounts }: WaitingRow, merchants: Props['context']['merchants']): string =>
  merchants.length < 2 ? '' : accounts.map((of) => merchants.find(({ code }) => code === of)?.name ?? of).join(', ')

function Row({ row, on, onOpen }: { row: WaitingRow; on: string; onOpen: () => void }) {
  const { kind, title, about, at, noteId, entry } = row
  return (
    <li className="grid min-h-11 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 pr-2 pl-4 text-table sm:grid-cols-[1.5rem_minmax(0,1fr)_auto_auto]">
      {kind === 'unconfirmed' || kind === 'contradicted' ? (
        <StateNode kind={kind === 'contradicted' ? 'declined' : 'unconfirmed'} />
      ) : (
        <StateNode icon={icons[kind]} />
      )}
      <span className="min-w-0">
        <b className="block font-medium sm:truncate">
          {entry === undefined ? (
            <bdi>{title}</bdi>
          ) : (
            <Link href={entry} prefetch={false} className="hover:underline">
              {title}
            </Link>
          )}
        </b>
        <span dir="auto" className="block text-meta text-muted wrap-anywhere sm:line-clamp-2">
          {[on, ...about].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <span className="text-meta text-muted max-sm:col-start-2 max-sm:row-start-2">
        {at !== null && <Time at={at} align="start" />}
      </span>
      <span className="flex justify-end gap-1.5 max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:flex-col">
        <Way row={row} onOpen={onOpen} />
        {noteId !== undefined && <Done noteId={noteId} title={title} />}
      </span>
    </li>
  )
}

const lookOfWay = 'sm:min-w-23'

/** The button that opens the dialog, or the link to the page. */
function Way({ row: { verb, of, lead }, onOpen }: { row: WaitingRow; onOpen: () => void }) {
  const name = of === null ? undefined : `${verb} ${of}`
  if (lead.to !== 'page')
    return (
      <Button size="small" className={lookOfWay} aria-label={name} onClick={onOpen}>
        {verb}
      </Button>
    )
  const { merchant } = lead
  return (
    // Drawn anew, for it may be a buyer of another merchant account.
    <a
      href={lead.href}
      onClick={() => merchant !== null && chooseMerchant(merchant)}
      aria-label={name}
      className={cn(buttonClass({ size: 'small' }), lookOfWay)}
    >
      {verb}
    </a>
  )
}

/** Puts a mention away. */
function Done({ noteId, title }: { noteId: string; title: string }) {
  const queryClient = useQueryClient()
  const seen = useMutation({
    mutationFn: () => putMentionAway(noteId),
    onSettled: () => queryClient.invalidateQueries({ queryKey: waitingKey }),
  })
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={() => seen.mutate()}
      aria-busy={seen.isPending}
      aria-label={`Done with this: ${title}`}
    >
      Done
    </Button>
  )
}
