import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import type { Import, ImportMapping } from '@/lib/import-columns'
import { ImportColumns } from './import-columns'
import { ImportProgress } from './import-progress'

type Props = { import: Import; busy: boolean; onCheck: (mapping: ImportMapping) => void; onStart: () => void }

const whole = new Intl.NumberFormat('en')

/** Where an import stands, and the next step. */
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
          by {given.person}, {given.merchant},{' '}
        </span>
        <Time at={given.createdAt} className="text-muted" />
      </p>
      {isUnderWay && <ImportProgress import={given} />}
      {given.why !== null && <Notice kind={state === 'failed' ? 'declined' : 'neutral'}>{given.why}</Notice>}
      {(state === 'checked' || state === 'done' || isUnderWay) && (
        <dl className="grid grid-cols-2 gap-3 text-table sm:grid-cols-4">
          {(['new', 'changed', 'unchanged', 'rejected'] as const).map((name) => (
            <div key={name}>
              <dt className="text-meta text-muted">{state === 'checked' ? wouldBe[name] : name}</dt>
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
          <a
            href={`/api/desk/imports/${given.id}/rejected`}
            download
            className={`${buttonClass({ size: 'small' })} justify-self-start`}
          >
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
            {...(brought === 0 && { disabledBecause: 'The list changes nothing' })}
          >
            Import {whole.format(brought)} {brought === 1 ? 'buyer' : 'buyers'}
          </Button>
        </div>
      )}
    </div>
  )
}

const titles: Record<Import['state'], string> = {
  uploading: 'Being uploaded',
  uploaded: 'Uploaded: say which column tells what',
  checking: 'Being checked',
  checked: 'Checked, nothing changed yet',
  importing: 'Being imported',
  done: 'Imported',
  failed: 'Could not be read',
}

const wouldBe = { new: 'would be new', changed: 'would change', unchanged: 'unchanged', rejected: 'rejected' }
