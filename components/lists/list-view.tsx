'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bookmark, Link2, ListChecks, SearchX } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLink } from '@/components/ui/export-link'
import { Icon } from '@/components/ui/icon'
import { late, onDemand } from '@/components/ui/late'
import { CountedLine } from '@/components/ui/newer-line'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { countedFields, countedIn, notCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import { may, needsRole, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { listQuery, viewsQuery } from '@/lib/lists/client/list-queries'
import { describeCoverage, filterNote } from '@/lib/lists/coverage'
import { formatCount, type ListPage } from '@/lib/lists/list-page'
import {
  isNarrowed,
  type ListFilter,
  type ListName,
  listFilterFields,
  listFilterIn,
  lists,
  listTitle,
  rowsAppear,
} from '@/lib/lists/lists'
import type { View } from '@/lib/lists/views'
import { ListRows, rowSelector } from './list-rows'
import { ListTools } from './list-tools'
import { ListsSide } from './lists-side'
import { PlanIncident, useMarks } from './marks'

// Few save or pin a view, so these come only then.
const ViewDialog = onDemand(() => import('./view-dialog').then((file) => file.ViewDialog))
const PinMenu = late(() => import('./pin-menu').then((file) => file.PinMenu))

type Props = { name: ListName; role: Role; merchant: { code: string; name: string } }

/** A list across buyers: what it holds, on what it rests, its filters and its rows. */
export function ListView({ name, role, merchant }: Props) {
  const [address, change] = useSearchParamsState(['span', ...listFilterFields, ...countedFields])
  const filter = listFilterIn(address)
  const list = useInfiniteQuery(listQuery(merchant.code, name, filter, countedIn(address)))
  const counted = list.data?.pages.flatMap(({ data }) => data) ?? []
  const meta = list.data?.pages[0]?.meta
  const since = meta?.counted && { ...meta.counted, count: meta.counted.newer.length }
  const rows = [...(since?.newer ?? []), ...counted]
  const views = useQuery(viewsQuery(merchant.code)).data?.data ?? []
  const view = views.find((each) => each.list === name && isSame(each.filter, filter)) ?? null
  const [isSaving, setSaving] = useState(false)
  useRowKeys(rowSelector)
  const marks = useMarks(JSON.stringify([name, filter]), rows, may(role, 'planIncident'))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <ListsSide merchant={merchant.code} here={name} view={view} />
      <section aria-labelledby="list" className="min-w-0">
        <Head name={name} filter={filter} role={role} meta={meta} merchant={merchant} view={view} onSave={() => setSaving(true)}>
          <PlanIncident name={name} filter={filter} role={role} marks={marks} />
        </Head>
        <ListTools
          name={name}
          filter={filter}
          facets={meta?.facets ?? {}}
          onChange={(changes) => change({ ...notCounted, ...changes }, true)}
        />
        <Card aria-label="Rows">
          {since && <CountedLine since={since} onNow={() => change(notCounted, true)} />}
          {list.error ? (
            <ProblemNotice {...describeProblem(list.error)} className="m-4" onRetry={() => void list.refetch()} />
          ) : list.isPending || !meta ? (
            <SkeletonRows rows={8} />
          ) : rows.length === 0 ? (
            <NoRows name={name} isNarrowed={isNarrowed(filter)} onClear={() => change({ ...notCounted, ...notNarrowed }, true)} />
          ) : (
            <>
              <ListRows
                name={name}
                merchant={merchant.code}
                role={role}
                rows={rows}
                since={since}
                today={meta.today}
                marks={marks}
              />
              {list.hasNextPage && (
                <div className="grid justify-center border-t p-2">
                  <Button variant="quiet" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
              <Foot meta={meta} shown={counted.length} />
            </>
          )}
        </Card>
      </section>
      {isSaving && (
        <ViewDialog view={view} list={name} filter={filter} role={role} merchant={merchant} onClose={() => setSaving(false)} />
      )}
    </div>
  )
}

const notNarrowed = Object.fromEntries(listFilterFields.map((field) => [field, null]))

function NoRows({ name, isNarrowed, onClear }: { name: ListName; isNarrowed: boolean; onClear: () => void }) {
  if (isNarrowed)
    return (
      <EmptyState icon={SearchX} level={2} title="No matching rows" actions={<Button onClick={onClear}>Clear filters</Button>}>
        No row of this list matches the filters.
      </EmptyState>
    )
  return (
    <EmptyState icon={ListChecks} level={2} title={lists[name].nothing}>
      {rowsAppear[lists[name].of]}
    </EmptyState>
  )
}

type HeadProps = {
  name: ListName
  filter: ListFilter
  role: Role
  meta: ListPage['meta'] | undefined
  merchant: { code: string; name: string }
  view: View | null
  onSave: () => void
  /** What else can be done with the list. */
  children: ReactNode
}

const isSame = (one: ListFilter, other: ListFilter) =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

function Head({ name, filter, role, meta, merchant, view, onSave, children }: HeadProps) {
  const refused = view?.shared === true && !may(role, 'shareViews')
  return (
    <div className="mb-3 flex items-start gap-4 max-sm:flex-col max-sm:gap-2">
      <div className="min-w-0 flex-auto">
        <h1 id="list" className="font-semibold text-title">
          {view?.name ?? listTitle(name, filter)}
        </h1>
        <p className="text-muted">{view ? `${listTitle(name, filter)}. ${lists[name].note}` : lists[name].note}</p>
        {meta && (
          <p className="text-meta text-muted">
            {describeCoverage(meta.coverage, merchant.name, meta.today) + filterNote(filter)}
          </p>
        )}
      </div>
      <div className="flex flex-none flex-wrap justify-end gap-2 max-sm:justify-start">
        {children}
        <CopyButton
          variant="default"
          size="normal"
          icon={Link2}
          label="Share"
          text={() => `${location.origin}${view?.code ? `/v/${view.code}` : location.pathname + location.search}`}
          tip="Copies a link for colleagues, who see what their own list shows"
        />
        {view && <PinMenu view={view} role={role} merchant={merchant.code} />}
        <Button onClick={onSave} {...(refused && { disabledBecause: needsRole('shareViews') })}>
          <Icon of={Bookmark} size={14} />
          {view ? 'Edit view' : 'Save view'}
        </Button>
        <ExportLink
          href={routes.withSearch(routes.listExport(name), filter)}
          disabledBecause={may(role, 'exportLists') ? null : needsRole('exportLists')}
        />
      </div>
    </div>
  )
}

function Foot({ meta, shown }: { meta: ListPage['meta']; shown: number }) {
  const { total, isMore, sums, asOf } = meta
  const count = { count: total, isMore }
  return (
    <CardFoot className="flex-wrap gap-x-4">
      <b className="font-medium text-ink">
        {shown >= total && !isMore
          ? `All ${formatCount(count)} shown`
          : `${shown.toLocaleString('en')} of ${formatCount(count)} shown`}
      </b>
      <span>
        as of <Time at={asOf} />
      </span>
      {sums.length > 0 && (
        <span className="ml-auto flex flex-wrap justify-end gap-x-4">
          {isMore && 'at least '}
          {sums.map(({ amount, currency }) => (
            <Amount key={currency} value={amount} currency={currency} />
          ))}
        </span>
      )}
    </CardFoot>
  )
}
