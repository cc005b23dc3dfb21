'use client'

import { useState } from 'react'
import { controlClass } from '@/components/ui/control-class'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Table } from '@/components/ui/table'
import { ServiceProblem } from '@/lib/core/problem'
import { problemWords } from '@/lib/core/problem-words'
import { type FileVerdict, isValid, type PackVerdict } from '@/lib/files/client/read-pack'
import { levelWords } from '@/lib/files/evidence'

type State = { at: 'rest' | 'reading' } | { at: 'read'; verdict: PackVerdict } | { at: 'failed'; error: ServiceProblem }

/** Checks a pack as soon as it's chosen. Its files stay in this browser. */
export function VerifyPack({ merchant }: { merchant: string }) {
  const [state, setState] = useState<State>({ at: 'rest' })

  async function check(pack: File | undefined) {
    if (!pack) return
    setState({ at: 'reading' })
    try {
      const { readPack } = await import('@/lib/files/client/read-pack')
      setState({ at: 'read', verdict: await readPack(pack, merchant) })
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error
      setState({ at: 'failed', error })
    }
  }

  return (
    <div className="grid max-w-3xl gap-5">
      <Field
        label="Evidence pack"
        hint="Choose a Counterfoil evidence zip. Its files stay in your browser. Only the manifest is sent for checking."
      >
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

const fileWords: Record<FileVerdict['is'], string> = {
  sound: 'Unchanged',
  changed: 'Changed',
  missing: 'Missing',
  extra: 'Added',
}

/** Whether a pack is complete and signed by us, and which parts aren't. */
function PackResult({ verdict }: { verdict: PackVerdict }) {
  const { manifest, files, dashboard } = verdict
  if (manifest === null)
    return (
      <Notice kind="declined" role="alert">
        <b className="font-semibold">Not a complete evidence pack.</b> We couldn’t open it, or it has no Counterfoil manifest.
        Download it again and retry.
      </Notice>
    )
  return (
    <div className="grid gap-4">
      {isValid(verdict) ? (
        <Notice kind="settled" role="status">
          <b className="font-semibold">This pack is unchanged.</b> Every file matches its hash, Counterfoil signed the manifest,
          and the journal still has the matching entry.
        </Notice>
      ) : (
        <Notice kind="declined" role="alert">
          <b className="font-semibold">Don’t rely on this pack.</b> {whyNot(verdict)}
        </Notice>
      )}
      <p className="text-ink-2 text-table">
        {levelWords[manifest.level]?.label ?? manifest.level}, buyer{' '}
        <span className="font-mono text-meta">{manifest.buyerId}</span>, made {manifest.madeAt} with{' '}
        {manifest.orders.length === 1 ? '1 order' : `${manifest.orders.length} orders`}
        {dashboard?.signed && `, at journal entry ${manifest.journal.seq}`}.
      </p>
      <div className="rounded-card border bg-raised">
        <Table>
          <thead>
            <tr>
              <th>File</th>
              <th>Result</th>
            </tr>
          </thead>
          <tbody>
            {files.map(({ name, is }) => (
              <tr key={name}>
                <td className="font-mono text-meta">{name}</td>
                <td>{fileWords[is]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  )
}

function whyNot({ files, dashboard }: PackVerdict): string {
  const wrong = files.filter(({ is }) => is !== 'sound').length
  const reasons = [
    wrong > 0 && `${wrong === 1 ? '1 file is' : `${wrong} files are`} different from the manifest.`,
    dashboard?.signed === false && 'Counterfoil didn’t sign this manifest, or it was changed afterwards.',
    dashboard?.signed && dashboard.journal !== 'same' && 'The journal doesn’t have the matching entry.',
  ]
  return reasons.filter(Boolean).join(' ')
}
