import { FileUp } from 'lucide'
import { type DragEvent, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Textarea } from '@/components/ui/textarea'
import { cn } from '@/lib/core/cn'
import type { Who } from '@/lib/incidents/client/keep-plan'
import { formatTargets, plural } from '@/lib/incidents/incident-words'
import { maxRows, type Pasted, readPasted, type TargetKind } from '@/lib/incidents/pasted'

type Props = { kind: TargetKind; onChange: (who: Who | null) => void }

/** Ids that are pasted, separated by anything. */
export function WhoFromText({ kind, onChange }: Props) {
  const [text, setText] = useState('')
  const pasted = useRead(useDeferredValue(text), kind, onChange)
  return (
    <>
      <Field
        label={kind === 'token' ? 'Buyer ids and token ids' : 'Subscription ids'}
        hint={
          kind === 'token'
            ? 'A buyer id and a token id in each line.'
            : 'Separated by anything. A table with a subscriptionId column works, too.'
        }
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={text}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-meta! tracking-mono max-sm:text-[1rem]/5!"
          />
        )}
      </Field>
      <ReadText pasted={pasted} kind={kind} />
    </>
  )
}

/** 2 MiB, as the dashboard takes them. */
const maxBytes = 2 * 1024 * 1024

/** A file that is dropped or chosen. It's read in this browser, and only its rows are sent. */
export function WhoFromFile({ kind, onChange }: Props) {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const pasted = useRead(file?.text ?? '', kind, onChange)

  async function take(chosen: File | undefined) {
    if (chosen === undefined) return
    if (chosen.size > maxBytes) return setFault('The file is over 2 MB. Split it into several incidents.')
    setFault(null)
    setFile({ name: chosen.name, text: await chosen.text() })
  }
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault() // without it the browser would open the file in place of the page
    setOver(is)
  }
  return (
    <>
      <label
        onDragEnter={over(true)}
        onDragOver={over(true)}
        onDragLeave={over(false)}
        onDrop={(event) => {
          over(false)(event)
          void take(event.dataTransfer.files[0])
        }}
        className={cn(
          'grid min-h-28 cursor-pointer place-content-center place-items-center gap-1 rounded-control border-[1.5px] border-line-control border-dashed p-3 text-center text-table hover:border-accent hover:bg-selected',
          'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid has-focus-visible:outline-offset-2',
          isOver && 'border-accent bg-selected',
        )}
      >
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="CSV file"
          className="sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = '' // the same file may be chosen again
          }}
        />
        <Icon of={FileUp} size={20} className="mb-1 text-muted" />
        <b className="font-semibold">{file?.name ?? 'Drop a CSV file here'}</b>
        <span className="text-meta text-muted">
          {kind === 'token' ? 'Columns buyerId, chargeMethodTokenId, note' : 'Columns subscriptionId, buyerId, note'}
        </span>
      </label>
      {fault !== null && (
        <p role="alert" className="font-medium text-danger text-meta">
          {fault}
        </p>
      )}
      <ReadText pasted={pasted} kind={kind} />
    </>
  )
}

/** The text as it was read; whoever holds the plan is told of its rows. */
function useRead(text: string, kind: TargetKind, onChange: Props['onChange']): Pasted | null {
  const pasted = useMemo(() => (text.trim() === '' ? null : readPasted(text, kind)), [text, kind])
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    tell(pasted === null || pasted.rows.length === 0 ? null : { from: 'rows', kind, rows: pasted.rows })
  }, [pasted, kind])
  return pasted
}

const shownFaults = 100

/** What was read of a text, and every word of it that nothing is made of. */
function ReadText({ pasted, kind }: { pasted: Pasted | null; kind: TargetKind }) {
  if (pasted === null) return null
  const { rows, twice, faults, unused } = pasted
  const read = `${plural(rows.length, 'id', 'ids')} read${twice > 0 ? `, ${twice.toLocaleString('en')} of them twice` : ''}.`
  return (
    <div className="grid gap-1.5 text-meta text-muted tabular-nums">
      <p role="status">
        {read} {rows.length > 0 && `${formatTargets(rows.length - twice, kind)}.`}
        {rows.length > maxRows && (
          <span className="block font-medium text-danger">
            An incident has {maxRows.toLocaleString('en')} rows or fewer. Split this one.
          </span>
        )}
      </p>
      {unused.length > 0 && <p>Columns that aren’t used: {unused.join(', ')}.</p>}
      {faults.length > 0 && (
        <details open={faults.length <= 5}>
          <summary className="font-medium text-deferred">{plural(faults.length, 'entry is', 'entries are')} left out</summary>
          <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto" tabIndex={-1}>
            {faults.slice(0, shownFaults).map(({ line, text, why }) => (
              <li key={`${line} ${text}`} className="wrap-anywhere">
                Line {line.toLocaleString('en')}: <bdi className="font-mono text-ink-2">{text}</bdi> {why}
              </li>
            ))}
            {faults.length > shownFaults && <li>And {(faults.length - shownFaults).toLocaleString('en')} more.</li>}
          </ul>
        </details>
      )}
    </div>
  )
}
