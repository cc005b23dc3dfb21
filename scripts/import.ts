import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { type ImportColumn, type ImportCounts, type ImportMapping, importColumns, mappingOf } from '@/lib/import-columns'
import { database } from '@/lib/server/database/open'
import { checkFile, columnsOf, importFile } from '@/lib/server/imports/import-file'
import { rejectedCsv } from '@/lib/server/imports/rejected-csv'
import { importForPeople } from '@/lib/server/imports/store'

const usage = `Usage: npm run import -- buyers FILE.csv
  --merchant CODE          the merchant account (by default the first of MERCHANTS)
  --column NAME=HEADER     which column of the file tells what, where its name does not say so; may be given several times
  --dry-run                says what would change, and changes nothing
  --yes                    does not ask before importing
  --rejected FILE          writes the rejected rows there
Columns: ${importColumns.join(', ')}. Only buyerId must be there; several ids or codes in a cell are parted by spaces or semicolons.
An import that was killed goes on where it stopped when the same command is given again.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ merchant: { type: 'string' }, column: { type: 'string', multiple: true }, rejected: { type: 'string' } },
    ...{ 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' } },
  },
})

try {
  process.exitCode = await run(positionals)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}
await (await database()).destroy()

async function run([what, path, ...more]: string[]): Promise<number> {
  if (what !== 'buyers' || path === undefined || more.length > 0) throw new Error(usage)
  const columns = await columnsOf(path)
  const mapping = { ...mappingOf(columns), ...chosen(columns) }
  if (mapping.buyerId === undefined)
    throw new Error(`No column of the file is the buyer id. It has: ${columns.join(', ')}\n${usage}`)
  console.log(
    `Columns: ${Object.entries(mapping)
      .map(([name, at]) => `${name} from “${columns[at]}”`)
      .join(', ')}`,
  )
  const checked = await checkFile({ path, merchant: merchant(), columns, mapping, person: 'import command' }, progress())
  if (checked.state === 'failed') throw new Error(checked.why ?? 'The list could not be read')
  const isResumed = checked.state === 'importing'
  if (isResumed) console.log(`Going on after row ${checked.rows_done} of ${checked.rows_in_file}.`)
  else await tell(checked.id, 'Would be')
  if (values['dry-run'] || !(isResumed || (await agreed()))) return 0
  const done = await importFile(checked, path, progress())
  if (done.state !== 'done') throw new Error(done.why ?? 'Another process has taken over the import')
  const counts = JSON.parse(done.counts) as ImportCounts
  console.log(
    `Imported: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.rejected} rejected`,
  )
  return 0
}

/** What `--column` says, by the names in the file's header. */
function chosen(columns: readonly string[]): ImportMapping {
  const pairs = (values.column ?? []).map((given) => {
    const [name = '', ...rest] = given.split('=')
    const at = columns.indexOf(rest.join('='))
    if (!(importColumns as readonly string[]).includes(name) || at === -1)
      throw new Error(`--column ${given}: give one of ${importColumns.join(', ')}, = and one of ${columns.join(', ')}`)
    return [name as ImportColumn, at] as const
  })
  return Object.fromEntries(pairs)
}

function merchant(): string {
  if (values.merchant) return values.merchant
  const given = JSON.parse(process.env.MERCHANTS || '[]') as { code?: string }[]
  const code = given[0]?.code
  if (!code) throw new Error('Say which merchant account the buyers are of: --merchant CODE')
  return code
}

async function tell(importId: string, verb: string): Promise<void> {
  const store = await database()
  const row = await store.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
  const { counts, rejected } = await importForPeople(store, row)
  console.log(`${verb} ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged; ${counts.rejected} rejected`)
  for (const { line, why } of rejected.slice(0, 10)) console.log(`  line ${line}: ${why}`)
  if (counts.rejected > 10)
    console.log(`  and ${counts.rejected - 10} more${values.rejected ? '' : '; --rejected FILE writes them all'}`)
  if (!values.rejected) return
  let text = ''
  for await (const piece of rejectedCsv(row.id, JSON.parse(row.columns) as string[])) text += piece
  writeFileSync(values.rejected, text, { mode: 0o600 })
}

async function agreed(): Promise<boolean> {
  if (values.yes || !process.stdin.isTTY) return true
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question('Import? [y/N] ')
  asking.close()
  return /^y/i.test(answer)
}

/** A bar on a terminal, a line now and then elsewhere. */
function progress() {
  let told = 0
  return (stage: string, done: number, rows: number | null) => {
    const share = rows ? Math.round((done / rows) * 100) : null
    const words = `${stage} ${done}${share === null ? '' : ` of ${rows} ${'█'.repeat(Math.round(share / 5)).padEnd(20, '·')} ${share} %`}`
    if (process.stdout.isTTY) process.stdout.write(`\r${words}${done === rows ? '\n' : ''}`)
    else if (done - told >= 50_000) {
      told = done
      console.log(words)
    }
  }
}
