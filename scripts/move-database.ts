import { parseArgs } from 'node:util'
import { pendingOutcomes } from '@/lib/commands/server/unwritten-outcomes'
import { moveDatabase } from '@/lib/database/move'
import { openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { mayStillRun } from '@/lib/platform/process-name'
import { storageEnv } from '@/lib/platform/storage-env'

const usage = `Usage, while the dashboard is stopped:
  npm run move-database -- --to postgres://…     from the embedded database in DATA_DIR to a PostgreSQL server
  npm run move-database -- --from postgres://…   from a PostgreSQL server to the embedded database in DATA_DIR
Set the journal's secret (JOURNAL_KEY or NEXTAUTH_SECRET) so that it can be verified afterwards.`

const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } })
const server = values.to ?? values.from

if (!server || (values.to && values.from) || !/^postgres(ql)?:\/\//.test(server)) fail(usage)
else await move(server).catch((cause: unknown) => fail(cause instanceof Error ? cause.message : String(cause)))

async function move(DATABASE_URL: string): Promise<void> {
  const { DATA_DIR } = storageEnv()
  if (pendingOutcomes() > 0)
    throw new Error('Some outcomes haven’t been written to the database. Start the dashboard once to write them, then stop it.')
  const [embedded, served] = [await openDatabase({ DATA_DIR }), await openDatabase({ DATA_DIR, DATABASE_URL })]
  try {
    const [source, target] = values.to ? [embedded, served] : [served, embedded]
    const open = await source.selectFrom('actions').select('process').where('state', '=', 'sent').execute()
    if (open.some(({ process }) => mayStillRun(process))) throw new Error('An action is in progress. Stop the dashboard first.')
    const moved = await moveDatabase(source, target, (store) => verify(store, DATA_DIR))
    for (const [table, rows] of Object.entries(moved)) console.log(`${String(rows).padStart(8)}  ${table.replace('_', ' ')}`)
    const verdict = await verify(target, DATA_DIR)
    console.log(
      verdict.whole
        ? `The journal is intact: ${verdict.entries} entries`
        : `The journal fails verification, as it did before the move: ${verdict.why}`,
    )
  } finally {
    await Promise.all([embedded.destroy(), served.destroy()])
  }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
