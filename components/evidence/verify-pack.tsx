'use client'

import { useState } from 'react'
import { controlClass } from '@/components/ui/control-class'
import { Field } from '@/components/ui/field'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { PackVerdict } from '@/lib/client/evidence/read-pack'
import { ServiceProblem } from '@/lib/problem'
import { problemWords } from '@/lib/problem-words'
import { PackResult } from './pack-result'

type State = { at: 'rest' | 'reading' } | { at: 'read'; verdict: PackVerdict } | { at: 'failed'; error: ServiceProblem }

/** Choosing a pack checks it. Its files stay in this browser. */
export function VerifyPack({ merchant }: { merchant: string }) {
  const [state, setState] = useState<State>({ at: 'rest' })

  async function check(pack: File | undefined) {
    if (!pack) return
    setState({ at: 'reading' })
    try {
      const { readPack } = await import('@/lib/client/evidence/read-pack')
      setState({ at: 'read', verdict: await readPack(pack, merchant) })
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error
      setState({ at: 'failed', error })
    }
  }

  return (
    <div className="grid max-w-3xl gap-5">
      <Field label="Evidence pack" hint="A zip of this desk. Its files stay in this browser; only the manifest is asked about.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".zip,application/zip"
            onChange={(event) => void check(event.target.files?.[0])}
            className={`${controlClass()} h-auto! py-1.5 file:mr-3 file:rounded-chip file:border-0 file:bg-sunken file:px-2.5 file:py-1 file:font-medium file:text-ink`}
          />
        )}
      </Field>
      {state.at === 'reading' && <p role="status">Checking…</p>}
      {state.at === 'failed' && <ProblemNotice {...problemWords(state.error)} />}
      {state.at === 'read' && <PackResult verdict={state.verdict} />}
    </div>
  )
}
