'use client'

import { useMutation } from '@tanstack/react-query'
import { Plug } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { DialogOnDemand } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { request } from '@/lib/client/request'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import type { ConnectionTest } from '@/lib/status/connection-test'
import { ConnectionResult } from './connection-result'

type Props = { code: string; name: string }

/** Asks the service something harmless in an account's name, and says what came back. */
export function ConnectionTestButton({ code, name }: Props) {
  const [isOpen, setOpen] = useState(false)
  const test = useMutation({
    mutationFn: () => request<ConnectionTest>(routes.merchantTest(code), { body: {} }),
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
      {isOpen && (
        <DialogOnDemand
          open
          onOpenChange={setOpen}
          title="Connection test"
          subtitle={`Tests ${name} (${code}) by looking up a buyer that doesn’t exist. Nothing changes.`}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Close</Button>
              <Button variant="primary" aria-disabled={test.isPending} onClick={() => !test.isPending && test.mutate()}>
                Run again
              </Button>
            </>
          }
        >
          <div role="status" aria-busy={test.isPending} className="grid gap-3">
            {test.isPending && <SkeletonRows rows={4} />}
            {test.data && !test.isPending && <ConnectionResult result={test.data} />}
          </div>
          {test.error && <ProblemNotice {...describeProblem(test.error)} />}
        </DialogOnDemand>
      )}
    </>
  )
}
