import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import type { ChainEnd, RowFault, Verdict } from '@/lib/core/verdict'

/** What is known of the chain: what a verification found, where somebody asked for one, and what stands at its end. */
export type Chain = { verdict: Verdict | undefined; end: ChainEnd | null }

/** The first place where the journal isn't what was written. */
export function ChainFault({ verdict, end }: Chain) {
  if (verdict?.whole || (!verdict && !end?.fault)) return null
  if (verdict?.rows) return <ChangedRows rows={verdict.rows} />
  return (
    <Notice kind="danger" role="alert" className="mb-3">
      <b className="font-semibold">
        {verdict?.checkpoints
          ? 'Checkpoints of the journal are missing.'
          : verdict
            ? `The journal fails verification at entry ${verdict.seq.toLocaleString('en')}.`
            : 'The newest entry of the journal isn’t what was written.'}
      </b>{' '}
      Found: {verdict ? verdict.why : end?.fault}.
      <span className="block text-ink-2">
        {verdict?.checkpoints
          ? 'The entries themselves are intact. Without these checkpoints, we can’t tell whether it was replaced by an older copy. Tell the person who runs Counterfoil.'
          : `Somebody or something changed the journal. ${verdict ? 'Entries before this one are intact. ' : ''}Keep the database as it is, and tell the person who runs Counterfoil.`}
      </span>
    </Notice>
  )
}

function ChangedRows({ rows }: { rows: RowFault[] }) {
  return (
    <Notice kind="danger" role="alert" className="mb-3">
      <b className="font-semibold">The journal is intact, but what’s shown doesn’t match it.</b> Somebody or something changed
      these rows:
      <ul className="my-1 list-disc pl-5">
        {rows.map(({ table, id, field, why }) => (
          <li key={`${table} ${id} ${field}`}>
            {table.replaceAll('_', ' ')} <Ident value={id} />
            {field && `, ${field.replaceAll('_', ' ')}`}: {why}
          </li>
        ))}
      </ul>
      <span className="text-ink-2">Keep the database as it is, and tell the person who runs Counterfoil.</span>
    </Notice>
  )
}
