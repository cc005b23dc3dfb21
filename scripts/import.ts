import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { database } from '@/lib/database/open'
import { type ImportColumn, type ImportCounts, type ImportMapping, importColumns, mappingOf } from '@/lib/imports/import-columns'
import { checkFile, columnsOf, importFile } from '@/lib/imports/server/import-file'
import { rejectedCsv } from '@/lib/imports/server/rejected-csv'
import { importForPeople } from '@/lib/imports/server/store'
import { readMerchants } from '@/lib/platform/env'

const usage = `Usage: npm run import -- buyers FILE.csv
  --merchant CODE          the merchant account (by default the first of MERCHANTS)
  --column NAME=HEADER     map a file column to a field when the names differ; repeatable
  --dry-run                show what would be updated without changing anything
  --yes                    skip the confirmation
  --rejected FILE          write rejected rows to FILE
Columns: ${importColumns.join(', ')}. Only buyerId is required. Separate several ids or codes in a cell with spaces or semicolons.
To resume an interrupted import, run the same command again.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    merchant: { type: 'string' },
    column: { type: 'string', multiple: true },
    rejected: { type: 'string' },
    'dry-run': { type: 'boolean' },
    yes: { type: 'boolean' },
  },
})

try {
  const store = await database()
  process.exitCode = await run(positionals).finally(() => store.destroy())
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run([what, path, ...more]: string[]): Promise<number> {
  if (what !== 'buyers' || path === undefined || more.length > 0) throw new Error(usage)
  const columns = await columnsOf(path)
  const mapping = { ...mappingOf(columns), ...chosen(columns) }
  if (mapping.buyerId === undefined)
    throw new Error(`We couldn’t find the buyer id column. The file has: ${columns.join(', ')}\n${usage}`)
  console.log(
    `Columns: ${Object.entries(mapping)
      .map(([name, at]) => `${name} from “${columns[at]}”`)
      .join(', ')}`,
  )
  const checked = await checkFile({ path, merchant: merchant(), columns, mapping, person: 'import command' }, progress())
  if (checked.state === 'failed') throw new Error(checked.why ?? 'Couldn’t read the list')
  const isResumed = checked.state === 'importing'
  if (isResumed) console.log(`Resuming after row ${checked.rows_done} of ${checked.rows_in_file}.`)
  else await postVerb(checked.id, 'Would be')
  if (values['dry-run'] || !(isResumed || (await agreed()))) return 0
  const done = await importFile(checked, path, progress())
  if (done.state !== 'done') throw new Error(done.why ?? 'Another process took over the import')
  const counts = JSON.parse(done.counts) as ImportCounts
  console.log(
    `Imported: ${counts.new} new, ${counts.changed} updated, ${counts.unchanged} unchanged, ${counts.rejected} rejected`,
  )
  return 0
}

/** What `--column` says, by the names in the file's header. */
function chosen(columns: readonly string[]): ImportMapping {
  const pairs = (values.column ?? []).map((given) => {
    const [name = '', ...rest] = given.split('=')
    const at = columns.indexOf(rest.join('='))
    if (!(importColumns as readonly string[]).includes(name) || at === -1)
      throw new Error(
        `--column ${given}: use NAME=HEADER, with a name of ${importColumns.join(', ')} and a header of ${columns.join(', ')}`,
      )
    return [name as ImportColumn, at] as const
  })
  return Object.fromEntries(pairs)
}

function merchant(): string {
  if (values.merchant) return values.merchant
  const { list, faults } = readMerchants(process.env)
  const code = list?.[0]?.code
  if (!code) throw new Error(`Choose the merchant account with --merchant CODE\n${faults.join('\n')}`)
  return code
}

async function postVerb(importId: string, verb: string): Promise<void> {
  const store = await database()
  const row = await store.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow()
  const { counts, rejected } = await importForPeople(store, row)
  console.log(`${verb} ${counts.new} new, ${counts.changed} updated, ${counts.unchanged} unchanged, ${counts.rejected} rejected`)
  for (const { line, why } of rejected.slice(0, 10)) console.log(`  line ${line}: ${why}`)
  if (counts.rejected > 10)
    console.log(`  and ${counts.rejected - 10} more${values.rejected ? '' : '; use --rejected FILE to save them all'}`)
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
  let printed = 0
  return (stage: string, done: number, rows: number | null) => {
    const share = rows ? Math.round((done / rows) * 100) : null
    const words = `${stage} ${done}${share === null ? '' : ` of ${rows} ${'█'.repeat(Math.round(share / 5)).padEnd(20, '·')} ${share}%`}`
    if (process.stdout.isTTY) process.stdout.write(`\r${words}${done === rows ? '\n' : ''}`)
    else if (done - printed >= 50_000) {
      printed = done
      console.log(words)
    }
  }
}
