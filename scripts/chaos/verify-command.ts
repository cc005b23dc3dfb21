import { openDatabase, type Place } from '@/lib/database/open'
import { run } from '../child.mjs'
import { damages, unseenDamage } from './damage'
import type { Random } from './plan'

const command = [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/verify.ts']

/**
 * Plants each damage for good, runs the command that people run, and puts the journal back. Says in a sentence what it did not report.
 * Nobody else may have the database open for writing meanwhile.
 */
export async function unreportedDamage(place: Place, env: Record<string, string>, random: Random): Promise<string[]> {
  const verified = async () => {
    const { code, output } = await run(command, { DATA_DIR: place.DATA_DIR, DATABASE_URL: place.DATABASE_URL ?? '', ...env })
    return { whole: code !== 1 || !/entry \d+/.test(output), output: output.trim(), code }
  }
  const { code, output: said } = await verified()
  const untouched = code === 0 ? [] : [`npm run verify passes an untouched journal: it said ${said}`]
  const database = await openDatabase(place)
  try {
    return [...untouched, ...(await unseenDamage(database, Object.keys(damages), random, verified))]
  } finally {
    await database.destroy()
  }
}
