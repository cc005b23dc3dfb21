import 'server-only'
import { isObject } from '@/lib/core/json'
import type { RowFault, Verdict } from '@/lib/core/verdict'
import type { Database } from '@/lib/database/open'
import { checkpointFault, missingFrom, nameOf } from './checkpoint-claims'
import { type Checkpoint, goesOnFrom, readCheckpoints } from './checkpoints'
import { firstHash, hashOf, type JournalRow, signatureOf } from './crypto'
import { rowsNotAsPlanned } from './planned-rows'
import { SignatureWalk } from './signature'
import { changedCalls, strayCalls } from './verify-calls'
import { changedRows, missingRows } from './verify-rows'

const piece = 1_000
const maxRows = 20

/** Number and hash of an entry as somebody noted them earlier, outside the database. */
export type Pin = { seq: number; hash: string }

/**
 * Walks the chain: every number there, every hash that of its row, every signature of a person one of the entry, the head signed, no checkpoint ahead of what is there or lost, and
 * every row that people see as its entries say. What is appended while it walks is not looked at, and rows are compared with their
 * entries as of one moment, so it may be asked of a running dashboard.
 */
export async function verify(database: Database, folder: string, pin: Pin | null = null): Promise<Verdict> {
  const walk = new Walk(database, folder, pin)
  const verdict = await walk.chain()
  if (!verdict.whole) return verdict
  const lost = walk.lostCheckpoint ?? (await checkpointFault(database, folder))
  if (lost !== null) return { ...broken(verdict.entries, lost), checkpoints: true }
  const changed = [...(await changedRows(database, maxRows)), ...(await rowsNotAsPlanned(database, maxRows))]
  const rows = [...walk.gone, ...changed].slice(0, maxRows)
  const [first] = rows
  if (walk.unproven !== null) return { ...broken(walk.unproven.seq, walk.unproven.why), ...(first && { rows }) }
  return first ? { ...broken(verdict.entries, describeRow(first)), rows } : verdict
}

/** `actions 5f0c…: answer: it is not what entry 7 wrote` */
export const describeRow = ({ table, id, field, why }: RowFault) => [`${table} ${id}`, field, why].filter(Boolean).join(': ')

class Walk {
  readonly gone: RowFault[] = []
  private readonly signatures = new SignatureWalk()
  /** The first entry that its person hasn't signed as it says. The chain goes on behind it, and rows are compared with it. */
  unproven: { seq: number; why: string } | null = null
  lostCheckpoint: string | null = null
  private readonly checkpoints: Map<number, Checkpoint>
  private oldest: Checkpoint | undefined
  private inFile: ReadonlySet<number> = new Set()

  constructor(
    private readonly database: Database,
    private readonly folder: string,
    private readonly pin: Pin | null,
  ) {
    this.checkpoints = new Map(readCheckpoints(folder).map((checkpoint) => [checkpoint.seq, checkpoint]))
  }

  async chain(): Promise<Verdict> {
    for (const { seq, hash, signature } of this.checkpoints.values()) {
      if (signature !== signatureOf(seq, hash)) return broken(seq, `checkpoint ${seq} isn’t signed with this key`)
    }
    const end = await endOf(this.database)
    this.readFile()
    if (end.first !== null && end.first < 1) return broken(end.first, `entry ${end.first} comes before the first entry`)
    const walked = await this.entries(end.last ?? 0)
    if ('whole' in walked) return walked
    return this.ends(end, walked)
  }

  /** Read anew once the end is known: an entry that is appended meanwhile may tell of a checkpoint that is written meanwhile. */
  private readFile(): void {
    const found = readCheckpoints(this.folder)
    this.oldest = found[0]
    this.inFile = new Set(found.map(({ seq }) => seq))
  }

  /** From the first entry to the last: its end, or where it breaks. */
  private async entries(last: number): Promise<Pin | Verdict> {
    let seq = 0
    let hash = firstHash
    while (seq < last) {
      const rows = await this.database
        .selectFrom('journal')
        .selectAll()
        .where('seq', '>', seq)
        .where('seq', '<=', last)
        .orderBy('seq')
        .limit(piece)
        .execute()
      for (const row of rows) {
        const why = this.faultOf(row, seq, hash)
        if (why !== null) return broken(Math.min(row.seq, seq + 1), why)
        this.claimIn(row)
        ;({ seq, hash } = row)
      }
      if (rows.length === 0) return broken(seq + 1, `entry ${seq + 1} is missing`)
      if (this.gone.length < maxRows)
        this.gone.push(...(await missingRows(this.database, rows)), ...(await changedCalls(this.database, rows)))
    }
    if (this.gone.length < maxRows) this.gone.push(...(await strayCalls(this.database)))
    return { seq, hash }
  }

  private faultOf(row: JournalRow, before: number, hash: string): string | null {
    if (row.seq !== before + 1) return `entry ${before + 1} is missing`
    if (hashOf(hash, row) !== row.hash) return `entry ${row.seq} doesn’t match what was written`
    const checkpoint = this.checkpoints.get(row.seq)
    if (checkpoint && checkpoint.hash !== row.hash) return `entry ${row.seq} doesn’t match checkpoint ${row.seq}`
    if (this.pin?.seq === row.seq && this.pin.hash !== row.hash) return `entry ${row.seq} isn’t the one expected`
    const unproven = this.signatures.faultOf(row)
    if (unproven !== null) this.unproven ??= { seq: row.seq, why: unproven }
    return null
  }

  private ends(end: Awaited<ReturnType<typeof endOf>>, { seq, hash }: Pin): Verdict {
    if (end.seq !== seq || end.hash !== hash)
      return broken(seq + 1, `the journal ends at entry ${seq}, but its head says ${end.seq ?? 'nothing'}`)
    if (seq > 0 && end.signature !== signatureOf(seq, hash)) return broken(seq, 'the head isn’t signed with this key')
    const ahead = [...this.checkpoints.values()].find((checkpoint) => checkpoint.seq > seq)
    if (ahead) return broken(seq + 1, `the journal ends at entry ${seq}, before checkpoint ${ahead.seq}`)
    if (this.pin && this.pin.seq > seq)
      return broken(seq + 1, `the journal ends at ${seq}, before the entry ${this.pin.seq} expected`)
    return { whole: true, entries: seq, head: hash }
  }

  /** What an outcome says of the checkpoint file must still be in it, unless an operator has begun it again since. */
  private claimIn({ kind, detail }: JournalRow): void {
    if (!detail.includes('"checkpoint":')) return
    const read: unknown = JSON.parse(detail)
    const checkpoint = isObject(read) && isObject(read.proof) ? read.proof.checkpoint : null
    if (!isObject(checkpoint) || checkpoint.file !== nameOf(this.database, this.folder) || typeof checkpoint.seq !== 'number')
      return
    if (kind === 'checkpoints-accepted') this.lostCheckpoint = null
    else this.lostCheckpoint ??= this.lacks(checkpoint.seq)
  }

  private lacks(seq: number): string | null {
    const { oldest } = this
    return oldest && seq < oldest.seq && goesOnFrom(oldest) ? null : missingFrom(this.inFile, [seq])
  }
}

/** First and last entry and what the head says of the last, all of one moment because one statement reads them. */
function endOf(database: Database) {
  return database
    .selectFrom((from) =>
      from
        .selectFrom('journal')
        .select(({ fn }) => [fn.min('seq').as('first'), fn.max('seq').as('last')])
        .as('entries'),
    )
    .leftJoin('journal_head', (join) => join.on('journal_head.id', '=', 1))
    .select(['first', 'last', 'journal_head.seq', 'journal_head.hash', 'journal_head.signature'])
    .executeTakeFirstOrThrow()
}

const broken = (seq: number, why: string): Extract<Verdict, { whole: false }> => ({ whole: false, seq, why })
