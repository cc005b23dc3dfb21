'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { fetchInBackground, fetchJson } from '@/lib/client/call'
import type { Import } from '@/lib/import-columns'
import { problemWords } from '@/lib/problem-words'
import { importsKey } from '@/lib/query-keys'
import { ImportStage } from './import-stage'

type Imports = { imports: Import[] }
type Props = { initial: Import[]; merchant: { code: string; name: string } }

const path = '/api/desk/imports'
const isUnderWay = ({ imports: [newest] }: Imports) => newest?.state === 'checking' || newest?.state === 'importing'

/** The merchant's own list of buyers: uploaded, checked, and only then taken in. */
export function ImportCard({ initial, merchant }: Props) {
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const { data } = useQuery({
    queryKey: importsKey,
    queryFn: ({ signal }) => fetchInBackground<Imports>(path, signal),
    initialData: { imports: initial },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? 1_000 : false),
  })
  const [newest] = data.imports
  const again = () => queryClient.invalidateQueries({ queryKey: importsKey })
  const upload = useMutation({
    mutationFn: (list: File) =>
      fetchJson<Import>(path, {
        method: 'POST',
        headers: { 'content-type': 'text/csv', 'x-merchant': merchant.code },
        body: list,
      }),
    onSettled: again,
  })
  const move = useMutation({
    mutationFn: ({ id, to, body = {} }: { id: string; to: 'check' | 'start'; body?: object }) =>
      fetchJson<Import>(`${path}/${id}/${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
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
      {error && <ProblemNotice {...problemWords(error)} className="m-3" />}
      {newest ? (
        <ImportStage
          import={newest}
          busy={move.isPending}
          onCheck={(mapping) => move.mutate({ id: newest.id, to: 'check', body: { mapping } })}
          onStart={() => move.mutate({ id: newest.id, to: 'start' })}
        />
      ) : (
        <EmptyState icon={FileUp} title="No list has been imported">
          A list makes buyers findable before anybody has opened them. It is checked first; nothing changes until you say so.
        </EmptyState>
      )}
      <CardFoot className="flex-wrap">
        <span>
          For {merchant.name}. Columns: buyerId, email, country, locale, name, subscriptionIds, tokens, products; only buyerId
          must be there. From a terminal: <code className="font-mono">npm run import -- buyers FILE.csv</code>
        </span>
      </CardFoot>
    </Card>
  )
}
