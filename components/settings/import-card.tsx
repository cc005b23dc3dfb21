'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { request } from '@/lib/client/request'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import type { Import, ImportMapping } from '@/lib/imports/import-columns'
import { importsKey } from '@/lib/operations/query-keys'
import { ImportStage } from './import-stage'

type Imports = { imports: Import[] }
type Props = { initial: Import[]; merchant: { code: string; name: string } }

const underWay: readonly unknown[] = ['uploading', 'checking', 'importing'] satisfies Import['state'][]

/** What an import stands at. A problem is over once it stands at something else than when the button was pressed. */
const stageOf = (newest: Import | undefined) => JSON.stringify(newest ? [newest.id, newest.state, newest.touchedAt] : null)

/** The merchant's own list of buyers: uploaded, checked, and only then taken in. */
export function ImportCard({ initial, merchant }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const { data } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => request<Imports>(routes.imports(), { signal, background: true }),
    initialData: { imports: initial },
    refetchInterval: ({ state }) => (underWay.includes(state.data?.imports[0]?.state) ? 1_000 : false),
  })
  const [newest] = data.imports
  const stage = stageOf(newest)
  const { upload, move, error } = useImporting(merchant.code, stage)
  return (
    <Card aria-labelledby="import">
      <CardHead title="Import buyers" id="import">
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv"
          aria-label="List of buyers"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const [list] = target.files ?? []
            if (list) upload.mutate({ list, stage })
            target.value = ''
          }}
        />
        <Button size="small" aria-disabled={upload.isPending} onClick={() => file.current?.click()}>
          {upload.isPending ? 'Uploading…' : 'Choose a CSV file'}
        </Button>
      </CardHead>
      {error && <ProblemNotice {...describeProblem(error)} className="m-3" />}
      {newest ? (
        <ImportStage
          import={newest}
          busy={move.isPending}
          onCheck={(mapping) => move.mutate({ id: newest.id, mapping, stage })}
          onStart={() => move.mutate({ id: newest.id, mapping: null, stage })}
        />
      ) : (
        <EmptyState icon={FileUp} title="No imports yet">
          Import a list to find buyers nobody has opened yet. We check it first, and nothing changes until you confirm.
        </EmptyState>
      )}
      <CardFoot className="flex-wrap">
        <span>
          For {merchant.name}. Columns: buyerId (required), email, country, locale, name, subscriptionIds, tokens, products. From
          a terminal: <code className="font-mono">npm run import -- buyers FILE.csv</code>
        </span>
      </CardFoot>
    </Card>
  )
}

type Upload = { list: File; stage: string }
/** Checks with a mapping, and imports without one. */
type Move = { id: string; mapping: ImportMapping | null; stage: string }

/** The steps of an import, and the problem of the last one until the import has moved on from where it was pressed. */
function useImporting(merchant: string, stage: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: importsKey })
  const upload = useMutation({
    mutationFn: ({ list }: Upload) =>
      request<Import>(routes.imports(), { merchant, isChange: true, headers: { 'content-type': 'text/csv' }, body: list }),
    onSettled,
  })
  const move = useMutation({
    mutationFn: ({ id, mapping }: Move) =>
      mapping === null
        ? request<Import>(routes.importStart(id), { isChange: true, body: {} })
        : request<Import>(routes.importCheck(id), { isChange: true, body: { mapping } }),
    onSettled,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new stage ends a problem, also where the old stage comes back later.
  useEffect(() => {
    for (const step of [upload, move]) if (step.isError && step.variables.stage !== stage) step.reset()
  }, [stage])
  const error = [upload, move].find((step) => step.isError && step.variables.stage === stage)?.error
  return { upload, move, error }
}
