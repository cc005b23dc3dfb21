'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { CountedItems, CountedLine } from '@/components/ui/newer-line'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import type { OpenAlert, OpenAlerts } from '@/lib/alerts/alert-rule'
import { alertsQuery, closeAlert } from '@/lib/alerts/client/alert-requests'
import { useActionIds } from '@/lib/client/use-action-ids'
import { useCounted } from '@/lib/client/use-counted'
import { type CountedIds, partCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import { alertsKey, morningKey } from '@/lib/operations/query-keys'

type Props = {
  initial: OpenAlerts
  merchant: string
  /** The alerts of the number that opened the page. */
  counted: CountedIds | null
}

/** Alerts that nobody has closed, each with the way to the rows that it counted. */
export function OpenAlertsCard({ initial, merchant, counted: given }: Props) {
  const staying = useFocusStays()
  const queryClient = useQueryClient()
  const once = useActionIds()
  const { data } = useQuery({ ...alertsQuery(merchant), initialData: initial })
  const [counted, showNow] = useCounted(given)
  const { rows, since } = partCounted(counted, { now: data.data, keyOf: ({ id }) => id })
  const close = useMutation({
    mutationFn: (alert: OpenAlert) => once((actionId) => closeAlert(merchant, actionId, alert), alert.id),
    onSuccess: (alerts) => queryClient.setQueryData(alertsKey(merchant), alerts),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: alertsKey(merchant) })
      void queryClient.invalidateQueries({ queryKey: morningKey(merchant) })
    },
  })
  return (
    <Card aria-labelledby="open-alerts" {...staying}>
      <CardHead title="Open alerts" id="open-alerts" count={since ? rows.length : data.meta.total} />
      {since && <CountedLine since={since} onNow={showNow} />}
      {rows.length === 0 ? (
        <CardBody>
          <State kind="settled">No open alerts</State>
        </CardBody>
      ) : (
        <ul className="divide-y text-table">
          <CountedItems
            since={since}
            items={rows.map((alert) => (
              <AlertRow
                key={alert.id}
                alert={alert}
                isClosing={close.isPending && close.variables.id === alert.id}
                onClose={() => !close.isPending && close.mutate(alert)}
              />
            ))}
          />
        </ul>
      )}
      {close.error && <ProblemNotice {...describeProblem(close.error)} className="m-3" />}
      <p role="status" className="sr-only">
        {close.isSuccess ? `Closed: ${close.variables.words}` : ''}
      </p>
      <CardFoot>
        {data.meta.total > data.data.length && `These are the newest ${data.data.length}. `}
        Close an alert once you’ve looked at it. Your name goes into the journal.
      </CardFoot>
    </Card>
  )
}

type RowProps = { alert: OpenAlert; isClosing: boolean; onClose: () => void }

function AlertRow({ alert: { words, href, raisedAt }, isClosing, onClose }: RowProps) {
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-auto">
        <Link href={href} prefetch={false} className="text-accent hover:underline">
          {words}
        </Link>
        <span className="block text-meta text-muted">
          Raised <Time at={raisedAt} />
        </span>
      </span>
      <Button size="small" aria-label={`Close: ${words}`} aria-disabled={isClosing} onClick={onClose}>
        {isClosing ? 'Closing…' : 'Close'}
      </Button>
    </li>
  )
}
