import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { describeReplay } from '@/lib/events/replay'
import { addressesOf, makeAddress, revokeAddress } from '@/lib/events/server/addresses'
import { type ReadCounts, readEvents } from '@/lib/events/server/read-events'
import { recordReplay, replayEvents } from '@/lib/events/server/replay-events'
import { replayTimes, stretchOf } from '@/lib/events/server/replay-stretch'
import { imported, type Receipt, storeAll } from '@/lib/events/server/store'
import { indexPending } from '@/lib/knowledge/server/directory'
import { env } from '@/lib/platform/env'

const usage = `Usage:
  npm run events -- address ACCOUNT                  makes an address for the service to post to, and shows it this once
  npm run events -- list ACCOUNT                     the account’s addresses
  npm run events -- revoke ACCOUNT ID                ends an address
  npm run events -- import --account ACCOUNT FILE    takes in past events, one JSON object on each line
  npm run events -- replay --account ACCOUNT --from TIME --to TIME [--dry-run]
                                                     reads stored events again: days, or moments such as 2026-11-22T08:00:00Z`

const text = { type: 'string' } as const
const options = { account: text, from: text, to: text, 'dry-run': { type: 'boolean' } } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const piece = 200
const byCommand = { accountId: '', name: 'npm run events' }

try {
  const store = await database()
  process.exitCode = await run(positionals).finally(() => store.destroy())
} catch (cause) {
  console.error(cause instanceof Error ? wordsOf(cause) : cause)
  process.exitCode = 1
}

/** What is wrong with a field says more than that something is. */
function wordsOf(cause: Error): string {
  const fields = cause instanceof ServiceProblem ? cause.problem.fields : []
  return fields.length > 0 ? fields.map(({ field, title }) => `--${field}: ${title}`).join('\n') : cause.message
}

async function run([act, one, two]: string[]): Promise<number> {
  const merchant = merchantNamed(act === 'import' || act === 'replay' ? values.account : one)
  switch (act) {
    case 'address': {
      const { id, secret } = await makeAddress(byCommand, merchant)
      console.log(`${env().NEXTAUTH_URL}/api/events/${merchant}/${secret}`)
      console.error(`Address ${id}. Give it to the service’s staff now: it isn’t shown again.`)
      return 0
    }
    case 'list':
      for (const { id, tail, made_at, made_by, revoked_at, last_used_at } of await addressesOf(merchant))
        console.log([id, `…${tail}`, made_at, made_by, revoked_at ?? 'in use', last_used_at ?? 'never used'].join('\t'))
      return 0
    case 'revoke':
      await revokeAddress(byCommand, merchant, two ?? '')
      console.log('done')
      return 0
    case 'import':
      return importFile(merchant, one ?? '')
    case 'replay':
      return replay(merchant)
    default:
      throw new Error(usage)
  }
}

function merchantNamed(code: string | undefined): string {
  const codes = env().merchants.map((merchant) => merchant.code)
  if (code === undefined) throw new Error(usage)
  if (codes.includes(code)) return code
  throw new Error(`No merchant account is called ${code}. Choose one of ${codes.join(', ')}.`)
}

async function replay(merchant: string): Promise<number> {
  const account = env().merchants.find(({ code }) => code === merchant)
  const times = z.safeParse(z.object(replayTimes), values)
  if (!account || !times.success) throw new Error(usage)
  const stretch = stretchOf(account, times.data)
  const replayed = await replayEvents(stretch, values['dry-run'] === true, new AbortController().signal)
  if (!replayed.isDryRun) {
    await indexPending()
    await (await database()).transaction().execute((tx) => recordReplay(tx, byCommand, stretch, replayed))
  }
  console.log(describeReplay(replayed))
  return 0
}

/** In pieces, so that neither the file nor what was read of it has to fit into memory. The same file can be given again. */
async function importFile(merchant: string, path: string): Promise<number> {
  const counts: ReadCounts = { new: 0, known: 0, foreign: 0, unreadable: 0 }
  let receipts: Receipt[] = []
  const take = async () => {
    if (receipts.length > 0) await storeAll(receipts)
    receipts = []
    const some = await readEvents(new AbortController().signal)
    for (const kind of Object.keys(counts) as (keyof ReadCounts)[]) counts[kind] += some[kind]
  }
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() === '') continue
    receipts.push({ merchant, addressId: imported, text })
    if (receipts.length === piece) await take()
  }
  await take()
  await indexPending()
  console.log(`${counts.new} new, ${counts.known} known, ${counts.foreign} of another account, ${counts.unreadable} unreadable`)
  return 0
}
