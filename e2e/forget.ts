import { join } from 'node:path'
import Database from 'better-sqlite3'

const tables = [
  ...[
    'throttles',
    'targets',
    'drafts',
    'approvals',
    'approval_rules',
    'alert_rules',
    'alerts',
    'notices',
    'reason_presets',
    'reply_texts',
    'facts',
    'known_versions',
    'actions',
  ],
  ...['incident_work', 'incident_rows', 'incidents'],
  ...['refund_steps', 'refund_batches', 'refunds', 'guide_steps', 'guides', 'closed_rows', 'events'],
]

/** Takes from a worker's database what an earlier test has left in a later one's way. Accounts, sessions and the journal's chain stay. */
export function forget(dataDir: string): void {
  const database = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  database.transaction(() => {
    for (const table of tables) database.exec(`delete from ${table}`)
  })()
  database.close()
}
