import { type Database, openDatabase, type Place } from '@/lib/server/database/open'
import type { Tables } from '@/lib/server/database/schema'
import { run } from '../child.mjs'
import { damages, plant } from './damage'
import type { Random } from './plan'

const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/verify.ts']

/**
 * Plants each damage for good, runs the command that people run, and puts the journal back. Says in a sentence what it did not report.
 * Nobody else may have the database open for writing meanwhile.
 */
export async function unreportedDamage(place: Place, env: Record<string, string>, random: Random): Promise<string[]> {
  const database = await openDatabase(place)
  const journal = await database.selectFrom('journal').selectAll().execute()
  const head = await database.selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()
  const verified = () => run(command, { DATA_DIR: place.DATA_DIR, DATABASE_URL: place.DATABASE_URL ?? '', ...env })
  const missed: string[] = []
  try {
    const { code, output } = await verified()
    if (code !== 0) missed.push(`npm run verify passes an untouched journal: it said ${output.trim()}`)
    for (const damage of Object.keys(damages)) {
      if (!(await database.transaction().execute((tx) => plant(tx, damage, random)))) continue
      const { code, output } = await verified()
      if (code !== 1 || !/entry \d+/.test(output)) missed.push(`npm run verify reports ${damage}: it said ${output.trim()}`)
      await putBack(database, journal, head)
    }
  } finally {
    await database.destroy()
  }
  return missed
}

async function putBack(database: Database, journal: Tables['journal'][], head: Tables['journal_head']): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await tx.deleteFrom('journal').execute()
    for (let from = 0; from < journal.length; from += 50)
      await tx
        .insertInto('journal')
        .values(journal.slice(from, from + 50))
        .execute()
    await tx.updateTable('journal_head').set(head).where('id', '=', 1).execute()
  })
}
