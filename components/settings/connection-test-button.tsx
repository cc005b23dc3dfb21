'use client'

import { useMutation } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { fetchJson } from '@/lib/client/call'
import type { ConnectionTest } from '@/lib/connection-test'
import { problemWords } from '@/lib/problem-words'
import { ConnectionTold } from './connection-told'

type Props = { code: string; name: string }

/** Asks the service something harmless in an account's name, and says what came back. */
export function ConnectionTestButton({ code, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  const test = useMutation({
    mutationFn: () =>
      fetchJson<ConnectionTest>(`/api/desk/merchants/${encodeURIComponent(code)}/test`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
  })

  function start() {
    setOpen(true)
    test.mutate()
  }

  return (
    <>
      <Button size="small" onClick={start}>
        <Icon of={Plug} size={14} />
        Test connection
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Connection test"
        subtitle={`${name}, ${code}: reads about a buyer that does not exist. Nothing is changed.`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Close</Button>
            <Button variant="primary" aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
              Test again
            </Button>
          </>
        }
      >
        <div role="status" aria-busy={test.isPending} className="grid gap-3">
          {test.isPending && <SkeletonRows rows={4} />}
          {test.data && !test.isPending && <ConnectionTold told={test.data} />}
        </div>
        {test.error && <ProblemNotice {...problemWords(test.error)} />}
      </Dialog>
    </>
  )
}
