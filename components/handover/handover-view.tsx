'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Printer } from 'lucide'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Textarea } from '@/components/ui/textarea'
import { Time } from '@/components/ui/time'
import { request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { handoverQuery, handoversQuery } from '@/lib/pages/client/handover-queries'
import { type Handover, type HandoverInShort, maxRemark } from '@/lib/pages/handover'
import { HandoverItems } from './handover-items'

type Props = { merchant: { code: string; name: string } }

/** What is open now with a way to hand it over, or the sheet that the address names; and the sheets there are. */
export function HandoverView({ merchant }: Props) {
  const [{ sheet }, change] = useSearchParamsState(['sheet'])
  const { data, error, refetch } = useQuery(handoversQuery(merchant.code))
  const open = (id: string | null) => change({ sheet: id }, true)
  return (
    <>
      <PageHead
        title="Hand-over"
        description={`What’s still open on ${merchant.name}, for the next shift.`}
        actions={
          <span className="flex gap-2 print:hidden">
            {sheet !== null && <Button onClick={() => open(null)}>Show what’s open now</Button>}
            <Button onClick={() => window.print()}>
              <Icon of={Printer} size={14} />
              Print
            </Button>
          </span>
        }
      />
      {error && <ProblemNotice {...describeProblem(error)} className="mb-3" onRetry={() => void refetch()} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {sheet !== null ? (
          <Sheet key={sheet} id={sheet} merchant={merchant.code} />
        ) : data ? (
          <Card aria-labelledby="now">
            <CardHead title="Open now" id="now" count={data.meta.now.length} />
            <HandoverItems
              merchant={merchant.code}
              items={data.meta.now}
              nothing="Nothing is open. You can still leave a remark."
            />
            <CardFoot>
              {data.meta.own ? 'Your own actions, requests and steps. ' : 'Everyone’s. '}
              As of&nbsp;
              <Time at={data.meta.asOf} />
            </CardFoot>
            <MakeSheet merchant={merchant.code} sheets={data.data} onMade={open} />
          </Card>
        ) : (
          <SkeletonRows rows={5} />
        )}
        <Card aria-labelledby="sheets" className="print:hidden">
          <CardHead title="Sheets" id="sheets" {...(data && { count: data.data.length })} />
          <Sheets sheets={data?.data ?? []} here={sheet} onOpen={open} />
        </Card>
      </div>
    </>
  )
}

type MakeSheetProps = { merchant: string; sheets: readonly HandoverInShort[]; onMade: (id: string) => void }

function MakeSheet({ merchant, sheets, onMade }: MakeSheetProps) {
  const [remark, setRemark] = useState('')
  const make = useMakeSheet({ merchant, remark, sheets, onMade })
  return (
    <div className="grid gap-3 border-t p-4 print:hidden">
      <Field label="Remark" aside="optional" hint="Leave names and e-mail addresses out.">
        {(control) => (
          <Textarea {...control} maxLength={maxRemark} value={remark} onChange={(event) => setRemark(event.target.value)} />
        )}
      </Field>
      {make.error && <ProblemNotice {...describeProblem(make.error)} />}
      <span>
        <SendingButton variant="primary" sending={make.isPending} onClick={() => make.mutate()}>
          Make hand-over sheet
        </SendingButton>
      </span>
    </div>
  )
}

/** Makes a sheet. One whose answer was lost may be there under its action id, so it is looked for before another is made. */
function useMakeSheet({ merchant, remark, sheets, onMade }: MakeSheetProps & { remark: string }) {
  const queryClient = useQueryClient()
  const once = useActionIds()
  const tried = useRef<string | null>(null)
  const query = handoversQuery(merchant)
  async function make(actionId: string): Promise<string> {
    if (tried.current === actionId) {
      const { data } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
      if (data.some(({ id }) => id === actionId)) return actionId
    }
    tried.current = actionId
    return (await request<Handover>(routes.handovers(), { actionId, merchant, body: { remark } })).id
  }
  const making = useMutation({
    mutationFn: () => once(make),
    onSuccess: (id) => {
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      onMade(id)
    },
  })
  const isMade = making.isError && sheets.some(({ id }) => id === tried.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list shows the sheet.
  useEffect(() => {
    if (isMade && tried.current !== null) onMade(tried.current)
  }, [isMade])
  return making
}

function Sheet({ id, merchant }: { id: string; merchant: string }) {
  const query = handoverQuery(merchant, id)
  const { data, error } = useQuery(query)
  const queryClient = useQueryClient()
  const once = useActionIds()
  const take = useMutation({
    mutationFn: () => once((actionId) => request<Handover>(routes.handoverTake(id), { actionId, merchant, body: {} })),
    onSuccess: (taken) => {
      queryClient.setQueryData(query.queryKey, taken)
      void queryClient.invalidateQueries({ queryKey: handoversQuery(merchant).queryKey, exact: true })
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (error) return <ProblemNotice {...describeProblem(error)} />
  if (!data) return <SkeletonRows rows={5} />
  const open = data.items.filter(({ isOpen }) => isOpen).length
  const isUnowned = data.items.some(({ kind, isOpen, owner }) => kind === 'unconfirmed' && isOpen && owner === null)
  const disabledBecause = data.mine
    ? 'Ask a colleague to take it over'
    : isUnowned
      ? 'Assign each unconfirmed action to somebody first'
      : undefined
  return (
    <Card aria-labelledby="sheet">
      <CardHead title={`Sheet by ${data.person}`} id="sheet" count={data.count} beside={<Made sheet={data} />} />
      {data.remark !== '' && <p className="whitespace-pre-wrap border-b px-4 py-3 text-table wrap-anywhere">{data.remark}</p>}
      <HandoverItems merchant={merchant} items={data.items} nothing="Nothing was open." />
      <div className="flex flex-wrap items-center gap-3 border-t px-4 py-3 text-table">
        <span className="mr-auto">
          {open} of {data.count} still open.{' '}
          {data.takenBy !== null && data.takenAt !== null && (
            <>
              {data.takenBy} took it over <Time at={data.takenAt} />.
            </>
          )}
        </span>
        {take.error && data.takenAt === null && <ProblemNotice {...describeProblem(take.error)} />}
        {data.takenAt === null && (
          <SendingButton
            variant="primary"
            sending={take.isPending}
            className="print:hidden"
            onClick={() => take.mutate()}
            {...(disabledBecause && { disabledBecause })}
          >
            Take over
          </SendingButton>
        )}
      </div>
    </Card>
  )
}

const Made = ({ sheet: { madeAt } }: { sheet: HandoverInShort }): ReactNode => (
  <span className="text-meta text-muted">
    made <Time at={madeAt} />
  </span>
)

type SheetsProps = { sheets: readonly HandoverInShort[]; here: string | null; onOpen: (id: string) => void }

function Sheets({ sheets, here, onOpen }: SheetsProps) {
  if (sheets.length === 0)
    return <p className="px-4 py-3 text-muted text-table">Sheets appear here. To make one, choose Make hand-over sheet.</p>
  return (
    <ul className="divide-y">
      {sheets.map(({ id, person, madeAt, count, takenBy }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={id === here ? 'true' : undefined}
            onClick={() => onOpen(id)}
            className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2 text-left text-table hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-selected"
          >
            <span className="truncate font-medium">{person}</span>
            <span className="text-meta text-muted">
              <Time at={madeAt} focusable={false} />
            </span>
            <span className="text-meta text-muted">{count === 1 ? '1 item' : `${count} items`}</span>
            <span className="text-meta text-muted">{takenBy === null ? 'not taken over' : `taken over by ${takenBy}`}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
