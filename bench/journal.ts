import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { masked } from '@/lib/masking'
import { changeExpirationDate } from '@/lib/operations'
import { merchantByCode } from '@/lib/server/admission'
import type { CommandCall } from '@/lib/server/admit'
import { database } from '@/lib/server/database/open'
import { type Action, begin, type Foretold } from '@/lib/server/journal/intent'
import { settle } from '@/lib/server/journal/outcome'
import { predicted } from '@/lib/server/journal/predicted'
import { type Figure, inTurns, ratio, timed } from './measure'

const rounds = 21
const commandsInARound = 20

/**
 * What writing a command down costs: the two transactions of intent and outcome, against two flushed writes of the same bytes to a
 * plain file on the same disk. What is above the flushes is the work of a database, so the faster the disk, the higher the ratio.
 * Runs with the condition react-server.
 */
export async function journalAgainstFlush(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bench-journal-'))
  Object.assign(process.env, environment, { DATA_DIR: folder, DATABASE_URL: '' })
  const file = openSync(join(folder, 'raw'), 'a')
  try {
    const sample = await writtenBy(await journalled(await prepared()))
    const flush = (bytes: Buffer) => {
      writeSync(file, bytes)
      fsyncSync(file)
    }
    const { one, other } = await inTurns(
      rounds,
      async () => {
        const commands = await Promise.all(Array.from({ length: commandsInARound }, prepared))
        return timed(async () => {
          for (const command of commands) await journalled(command)
        })
      },
      () =>
        timed(async () => {
          for (let turn = 0; turn < commandsInARound; turn += 1) sample.forEach(flush)
        }),
    )
    return ratio(
      'intent and outcome in the journal, against two raw flushes',
      one / commandsInARound,
      other / commandsInARound,
      1.5,
    )
  } finally {
    closeSync(file)
    await (await database()).destroy()
    rmSync(folder, { recursive: true })
  }
}

const environment = {
  SERVICE_URL: 'http://127.0.0.1:9',
  NEXTAUTH_URL: 'http://127.0.0.1:3000',
  NEXTAUTH_SECRET: 'a secret of the bench that is long enough',
  MERCHANTS: JSON.stringify([
    {
      code: 'northwind',
      name: 'Northwind',
      publicKey: 'cfad88c5-7dcf-4872-8164-311701db9157',
      secretKey: 'bench',
      serviceId: 'desk',
    },
  ]),
}

type Prepared = { call: CommandCall; foretold: Foretold }

/** A command on a subscription of its own, with everything read that is read before the first write. */
async function prepared(): Promise<Prepared> {
  const call: CommandCall = {
    operation: changeExpirationDate,
    person: { accountId: randomUUID(), sessionId: randomUUID(), email: 'agent@desk.test', name: 'Ada Lovelace', role: 'agent' },
    merchant: merchantByCode(null),
    params: { buyerId: randomUUID(), subscriptionId: randomUUID() },
    body: { expirationDate: '2027-03-01', reason: 'The buyer asked for another month' },
    address: { address: '198.51.100.10', source: 'history' },
    ...{ headers: {}, actionId: randomUUID(), ticket: 'T-1042', shownVersion: null, acknowledges: null, undoes: null },
  }
  return { call, foretold: await predicted(call) }
}

async function journalled({ call, foretold }: Prepared): Promise<string> {
  const { action } = await begin(call, foretold)
  const answer = { data: answerTo(action), meta: { type: 'entity' as const } }
  await settle(action, call.operation, call.body, { state: 'done', status: 200, body: masked(answer), code: null, answer })
  return action.action_id
}

const answerTo = (action: Action) => ({
  ...{
    id: action.target.split(':')[1],
    buyerId: action.buyer_id,
    startDate: '2026-01-01T00:00:00+00:00',
    endDate: '2027-03-01T00:00:00+00:00',
  },
  ...{
    status: 'active',
    autoChargeStatus: true,
    isManual: false,
    isTokenized: null,
    createdAt: null,
    product: null,
    statusInfo: [],
    freezeDetails: null,
  },
})

/** The bytes of the two transactions of one command: its rows, without what a database adds to find them again. */
async function writtenBy(actionId: string): Promise<[Buffer, Buffer]> {
  const store = await database()
  const action = await store.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirstOrThrow()
  const entries = await store.selectFrom('journal').selectAll().where('action_id', '=', actionId).orderBy('seq').execute()
  const facts = await store.selectFrom('facts').selectAll().where('buyer_id', '=', action.buyer_id).execute()
  const { answer, answered_at, ...intent } = action
  const bytes = (...rows: unknown[]) => Buffer.from(JSON.stringify(rows))
  return [bytes(intent, entries[0]), bytes(answer, answered_at, entries[1], facts)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, value, unit, detail } = await journalAgainstFlush()
  console.log(`${name}: ${value} ${unit} (${detail})`)
}
