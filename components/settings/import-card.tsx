'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { request } from '@/lib/client/request'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import type { Import } from '@/lib/imports/import-columns'
import { importsKey } from '@/lib/operations/query-keys'
import { ImportStage } from './import-stage'

type Imports = { imports: Import[] }
type Props = { initial: Import[]; merchant: { code: string; name: string } }

const isUnderWay = ({ imports: [newest] }: Imports) => newest?.state === 'checking' || newest?.state === 'importing'

/** The merchant's own list of buyers: uploaded, checked, and only then taken in. */
export function ImportCard({ initial, merchant }: Props) {
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const { data } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => request<Imports>(routes.imports(), { signal, background: true }),
    initialData: { imports: initial },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  })
  const [newest] = data.imports
  const again = () => queryClient.invalidateQueries({ queryKey: importsKey })
  const upload = useMutation({
    mutationFn: (list: File) =>
      request<Import>(routes.imports(), {
        merchant: merchant.code,
        headers: { 'content-type': 'text/csv' },
        body: list,
      }),
    onSettled: again,
  })
  const move = useMutation({
    mutationFn: ({ id, to, body = {} }: { id: string; to: 'check' | 'start'; body?: object }) =>
      request<Import>(to === 'check' ? routes.importCheck(id) : routes.importStart(id), { body }),
    onSettled: again,
  })
  const error = upload.error ?? move.error
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
            if (list) upload.mutate(list)
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
          onCheck={(mapping) => move.mutate({ id: newest.id, to: 'check', body: { mapping } })}
          onStart={() => move.mutate({ id: newest.id, to: 'start' })}
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
