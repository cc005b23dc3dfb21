import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import type { Tables } from '@/lib/database/schema'
import { noLongerNews, notify } from '@/lib/notices/server/notify'
import { commandText, type IncidentCommand } from '../command'
import { plural } from '../incident-words'
import { rowsToChange } from './row-answer'
import type { IncidentTableRow } from './store'

/** Tells whom it concerns that an incident waits for a decision, was decided on, or has paused automatically. */
export async function notifyOfIncident(
  tx: Transaction<Tables>,
  row: IncidentTableRow,
  did: string,
  values: Partial<IncidentTableRow>,
): Promise<void> {
  const { id, merchant } = row
  const what = `${commandText(fromOwnJson<IncidentCommand>(row.command))} for ${plural(rowsToChange(row), 'row', 'rows')}`
  const of = `${id} ${row.version}`
  const asked = row.asked_account ?? values.asked_account ?? ''
  if (did === 'asked')
    await notify(
      tx,
      {
        kind: 'approval-waiting',
        of: id,
        merchant,
        words: `${what} needs approval${row.started_at === null ? '' : ' again'}`,
        href: '/approvals?tab=incidents',
      },
      { right: 'decideIncident', but: asked },
    )
  if (did === 'approved' || did === 'declined') {
    await noLongerNews(tx, 'approval-waiting', id)
    const people = [row.planned_account, asked]
    await notify(
      tx,
      { kind: 'approval-decided', of, merchant, words: `${what} was ${did}`, href: `/incidents/${id}` },
      { people },
    )
  }
  if (did === 'paused' && values.paused_by === null) {
    const people = [row.planned_account, row.run_account ?? '', row.decided_account ?? '']
    const words = `${what} paused automatically`
    await notify(tx, { kind: 'incident-paused', of, merchant, words, href: `/incidents/${id}` }, { people })
  }
}
