import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { Time } from '@/components/ui/time'
import * as routes from '@/lib/core/routes'
import { type Import, type ImportMapping, importColumns } from '@/lib/imports/import-columns'

type Props = { import: Import; busy: boolean; onCheck: (mapping: ImportMapping) => void; onStart: () => void }

const whole = new Intl.NumberFormat('en')

/** State of an import, and its next step. */
export function ImportStage({ import: given, busy, onCheck, onStart }: Props) {
  const { state, counts, rejected } = given
  const isUnderWay = state === 'checking' || state === 'importing'
  const maySend = state === 'uploaded' || state === 'checked' || state === 'failed'
  const brought = counts.new + counts.changed
  return (
    <div className="grid gap-4 p-4">
      <p className="text-ink-2 text-table">
        {titles[state]}{' '}
        <span className="text-muted">
          {given.person}, {given.merchant},{' '}
        </span>
        <Time at={given.createdAt} className="text-muted" />
      </p>
      {isUnderWay && <ImportProgress import={given} />}
      {given.why !== null && <Notice kind={state === 'failed' ? 'declined' : 'neutral'}>{given.why}</Notice>}
      {(state === 'checked' || state === 'done' || isUnderWay) && (
        <dl className="grid grid-cols-2 gap-3 text-table sm:grid-cols-4">
          {(['new', 'changed', 'unchanged', 'rejected'] as const).map((name) => (
            <div key={name}>
              <dt className="text-meta text-muted">{state === 'checked' ? wouldBe[name] : are[name]}</dt>
              <dd className="font-medium tabular-nums">{whole.format(counts[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {rejected.length > 0 && (
        <div className="grid gap-2">
          <ul className="grid max-h-40 gap-1 overflow-y-auto text-meta" tabIndex={-1}>
            {rejected.map(({ line, why }) => (
              <li key={line}>
                <span className="text-muted tabular-nums">line {whole.format(line)}</span> {why}
              </li>
            ))}
          </ul>
          <a href={routes.importRejected(given.id)} download className={`${buttonClass({ size: 'small' })} justify-self-start`}>
            Download rejected rows
          </a>
        </div>
      )}
      {maySend && <ImportColumns key={given.id} import={given} busy={busy} onCheck={onCheck} />}
      {state === 'checked' && (
        <div>
          <Button
            variant="primary"
            aria-disabled={busy}
            onClick={busy ? undefined : onStart}
            {...(brought === 0 && { disabledBecause: 'Nothing to import' })}
          >
            Import {whole.format(brought)} {brought === 1 ? 'buyer' : 'buyers'}
          </Button>
        </div>
      )}
    </div>
  )
}

const titles: Record<Import['state'], string> = {
  uploading: 'Uploading…',
  uploaded: 'Uploaded. Match the columns.',
  checking: 'Checking…',
  checked: 'Checked. Nothing has changed yet.',
  importing: 'Importing…',
  done: 'Imported.',
  failed: 'Couldn’t read the list.',
}

const are = { new: 'new', changed: 'updated', unchanged: 'unchanged', rejected: 'rejected' }
const wouldBe = { new: 'would be new', changed: 'would be updated', unchanged: 'unchanged', rejected: 'rejected' }

/** Progress through the list. Its length is unknown while it's checked. */
function ImportProgress({ import: { state, done, rows } }: { import: Import }) {
  const known = state === 'importing' && rows !== null
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label={state === 'importing' ? 'Import' : 'Check'}
        {...(known && { value: done, max: Math.max(rows, 1) })}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p role="status" className="text-meta text-muted tabular-nums">
        {whole.format(done)} {known ? `of ${whole.format(rows)} rows` : 'rows so far'}. You can leave this page. The list is still
        processed.
      </p>
    </div>
  )
}

type ImportColumnsProps = { import: Import; busy: boolean; onCheck: (mapping: ImportMapping) => void }

/** Maps the columns of the file. The mapping is guessed from their names and can be changed. */
function ImportColumns({ import: { columns, mapping: guessed }, busy, onCheck }: ImportColumnsProps) {
  const [mapping, setMapping] = useState<ImportMapping>(guessed)
  const [tried, setTried] = useState(false)
  const lacksId = mapping.buyerId === undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!lacksId && !busy) onCheck(mapping)
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {importColumns.map((name) => (
          <Field key={name} label={name} error={tried && name === 'buyerId' && lacksId ? 'Choose the column' : undefined}>
            {(control) => (
              <Select
                {...control}
                size="small"
                value={mapping[name] ?? ''}
                onChange={({ target }) =>
                  setMapping({ ...mapping, [name]: target.value === '' ? undefined : Number(target.value) })
                }
              >
                <option value="">not in the file</option>
                {columns.map((column, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may bear one name; the place is what tells them apart.
                  <option key={index} value={index}>
                    {column || `column ${index + 1}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <div>
        <Button type="submit" size="small" aria-disabled={busy}>
          Check with these columns
        </Button>
      </div>
    </form>
  )
}
