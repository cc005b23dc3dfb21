import { parseArgs } from 'node:util'
import { moveDatabase } from '@/lib/server/database/move'
import { openDatabase } from '@/lib/server/database/open'
import { mayBeAlive } from '@/lib/server/journal/process-name'
import { pendingOutcomes } from '@/lib/server/journal/spill'
import { verify } from '@/lib/server/journal/verify'

const usage = `Usage, while the dashboard is stopped:
  npm run move-database -- --to postgres://…     from the embedded database in DATA_DIR to a PostgreSQL server
  npm run move-database -- --from postgres://…   from a PostgreSQL server to the embedded database in DATA_DIR
The journal's secret (JOURNAL_KEY or NEXTAUTH_SECRET) is needed to verify it afterwards.`

const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } })
const server = values.to ?? values.from
const DATA_DIR = process.env.DATA_DIR || '.data'

if (!server || (values.to && values.from) || !/^postgres(ql)?:\/\//.test(server)) fail(usage)
else await move(server).catch((cause: unknown) => fail(cause instanceof Error ? cause.message : String(cause)))

async function move(DATABASE_URL: string): Promise<void> {
  if (pendingOutcomes() > 0)
    throw new Error('Outcomes wait in a file beside the database: start the dashboard once, so that it writes them, and stop it.')
  const [embedded, served] = [await openDatabase({ DATA_DIR }), await openDatabase({ DATA_DIR, DATABASE_URL })]
  try {
    const [source, target] = values.to ? [embedded, served] : [served, embedded]
    const open = await source.selectFrom('actions').select('process').where('state', '=', 'sent').execute()
    if (open.some(({ process }) => mayBeAlive(process))) throw new Error('A command is under way: stop the dashboard first.')
    const moved = await moveDatabase(source, target, (store) => verify(store, DATA_DIR))
    for (const [table, rows] of Object.entries(moved)) console.log(`${String(rows).padStart(8)}  ${table.replace('_', ' ')}`)
    const verdict = await verify(target, DATA_DIR)
    console.log(
      verdict.whole
        ? `The journal is whole: ${verdict.entries} entries`
        : `The journal is broken, as it was before: ${verdict.why}`,
    )
  } finally {
    await Promise.all([embedded.destroy(), served.destroy()])
  }
}

function fail(why: string): void {
  console.error(why)
  process.exitCode = 1
}
