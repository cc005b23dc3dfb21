import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { nothingOpen } from '@/lib/commands/server/commands-for-tests'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { content } from '@/lib/database/rows-for-tests'
import type { Tables } from '@/lib/database/schema'
import { operations } from '@/lib/operations'
import { northwind } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { Dashboard } from './dashboard'
import { type Asker, askAt, type CallInput, notes, somebodyElse } from './repeats-for-tests'
import { changes, withoutId } from './repeats-table-for-tests'
import { routes } from './routes'

test('every handler that changes something stands in one of the two tables', async () => {
  const ours = (await routes()).filter(({ method, path }) => method !== 'GET' && /^\/api\/(desk|v\d)\//.test(path))
  const names = ours.map(({ method, path }) => `${method} ${path}`)
  expect(names.length).toBeGreaterThan(55)
  const rows = [...Object.keys(changes), ...Object.keys(withoutId)].map((name) => name.replace(/,.*/, ''))
  expect(names.toSorted()).toEqual([...new Set(rows)].toSorted())
})

/** Open to everybody, and open only to those who ask first here. The service knows none of the buyers. */
const open = { ...northwind, code: 'open', name: 'Open', reads: false }
const closed = { ...open, code: 'closed', name: 'Closed', people: ['agent', 'finance', 'manager', 'admin'].map(mailOf) }
function mailOf(role: string): string {
  return `${role}@desk.example.test`
}

const commands = Object.values(operations).flatMap(({ kind, name }) => (kind === 'command' ? [name as string] : []))
/** What isn't counted, and why a row more there is no second change. */
const aside: Partial<Record<keyof Tables, string>> = {
  buyers_opened: 'counts at whom somebody looks, whatever comes of it',
  throttles: 'counts how often somebody does something, for a limit',
  targets: 'holds the newest command on a target, in place of the one before',
  desk_settings: 'holds one row of a setting, and what old rows were purged last',
  jobs: 'is work for later, which may be done by now',
  job_progress: 'is how far that is',
  journal_checkpoints: 'is written a while after the journal',
  directory_keys: 'is made later of what is known',
  directory_charges: 'is made later of what is known',
  directory_subscriptions: 'is made later of what is known',
  directory_counts: 'is made later of what is known',
  directory_pending: 'is what is still to be made of it',
}
/** What a second time would be seen in: every other table, so that a new one is looked at without anybody thinking of it. */
const counted = ['journal', ...Object.keys(content)].filter((name) => !(name in aside))

describe.each(engines)('under one id on %s', (engine) => {
  let standin: Standin
  const dashboard = new Dashboard({ merchants: [open, closed] }, engine)
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())
  beforeEach(async () => {
    await standin.reset()
    dashboard.serviceAt(standin.url)
    await nothingOpen(await database())
  })

  const first = async (role: Role): Promise<Asker> => ({
    dashboard,
    role,
    merchant: 'closed',
    ...(await dashboard.account(role)),
  })
  const other = async (role: Role): Promise<Asker> => ({ dashboard, role, merchant: 'open', ...(await somebodyElse(role)) })

  /** What has been written, and what the service was told to do. */
  async function written(): Promise<Record<string, number>> {
    const store = await database()
    const each = counted.map((name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`)
    const { rows } = await sql<{ name: string; count: number | string }>`${sql.join(each, sql` union all `)}`.execute(store)
    const counts = Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
    counts.sent = (await standin.received()).filter(({ operation }) => commands.includes(operation ?? '')).length
    return counts
  }

  const resultOf = async (answer: Response) => {
    const text = await answer.text()
    return {
      status: answer.status,
      outcome: answer.headers.get('x-outcome'),
      body: text === '' ? null : (JSON.parse(text, withoutMoment) as unknown),
    }
  }
  // How fast a run goes, and when somebody was last seen, is told as at the moment of the answer.
  const withoutMoment = (name: string, value: unknown) => (name === 'pace' || name === 'seenAt' ? undefined : value)
  const isReplayed = ({ headers }: Response) => headers.get('x-replayed') === 'true'

  const less = (after: Record<string, number>, before: Record<string, number>) =>
    Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]))

  describe.each(Object.entries(changes))('%s', (name, row) => {
    const fresh = (asker: Asker, mark: string): Promise<CallInput> => Promise.resolve(row.fresh(asker, mark))
    const ask = (asker: Asker, given: CallInput, id: string) => {
      const inBody = row.inBody ? { ...given, body: { ...given.body, actionId: id } } : given
      return askAt(name, asker, inBody, row.inBody ? randomUUID() : id)
    }
    /** Nothing but that the id was used. */
    async function expectUsed(answer: Response): Promise<void> {
      expect(isReplayed(answer)).toBe(false)
      const { detail, fields, ...problem } = await answer.json()
      expect(problem).toMatchObject({ status: 409, kind: 'conflict', code: 'action_id_used' })
      expect([detail, fields]).toEqual([
        'This form was already sent with other details, so nothing was sent or changed now. Check what’s already there, then try again.',
        [],
      ])
    }

    it.skipIf(row.file)('the same again is answered with the first answer, and nothing else happens', async () => {
      const me = await first(row.as)
      const given = await fresh(me, markOf())
      const id = randomUUID()
      const answer = await ask(me, given, id)
      const [before, firstResult] = [await written(), await resultOf(answer)]
      expect(firstResult).not.toMatchObject({ status: 409 }) // whatever the service said, it was not kept from being asked
      expect(isReplayed(answer)).toBe(false)
      const again = await ask(me, given, id)
      expect([isReplayed(again), await resultOf(again)]).toEqual([true, firstResult])
      expect(await written()).toEqual(before)
    })

    it.skipIf(row.file)('two at the same moment do it once, and are told the same', async () => {
      const me = await first(row.as)
      const alone = await fresh(me, markOf())
      const start = await written()
      await ask(me, alone, randomUUID())
      const done = await written()
      const both = await fresh(me, markOf())
      const before = await written()
      const id = randomUUID()
      const answers = await Promise.all([ask(me, both, id), ask(me, both, id)])
      expect(less(await written(), before)).toEqual(less(done, start))
      expect(answers.filter(isReplayed)).toHaveLength(1)
      const [one, two] = await Promise.all(answers.map(resultOf))
      expect(two).toEqual(one)
    })

    it.runIf(row.file)('the same again is a file again, noted as another, also at the same moment', async () => {
      const me = await first(row.as)
      const given = await fresh(me, markOf())
      const id = randomUUID()
      const before = await written()
      const both = await Promise.all([ask(me, given, id), ask(me, given, id)])
      for (const answer of [...both, await ask(me, given, id)]) {
        expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment; /)])
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50)
      }
      expect(less(await written(), before)).toEqual({ ...nothing(before), action_ids: 1, journal: 3 })
    })

    it('another person gets a conflict that says nothing of it, whatever they ask for', async () => {
      const [me, colleague] = [await first(row.as), await other(row.as)]
      const mark = markOf()
      const given = await fresh(me, mark)
      const id = randomUUID()
      await (await ask(me, given, id)).text()
      const theirs = await fresh(colleague, markOf())
      const before = await written()
      await expectUsed(await ask(colleague, theirs, id))
      const theSame = await (await ask(colleague, given, id)).text()
      expect(theSame).not.toContain(mark)
      expect(JSON.parse(theSame)).toMatchObject({ kind: expect.stringMatching(/^(conflict|forbidden|notFound)$/) })
      expect(less(await written(), before)).toEqual({ ...nothing(before), journal: expect.any(Number) }) // what was forbidden is noted
    })

    it.skipIf(row.alike)('other content is a conflict', async () => {
      const me = await first(row.as)
      const id = randomUUID()
      await ask(me, await fresh(me, markOf()), id)
      const another = await fresh(me, markOf())
      const before = await written()
      await expectUsed(await ask(me, another, id))
      expect(await written()).toEqual(before)
    })

    it.skipIf(row.anyMerchant)('the same in another merchant account is a conflict', async () => {
      const me = await first(row.as)
      const given = await fresh(me, markOf())
      const id = randomUUID()
      await ask(me, given, id)
      const before = await written()
      await expectUsed(await ask({ ...me, merchant: 'open' }, given, id))
      expect(await written()).toEqual(before)
    })

    it('the id of something else is a conflict, and so is something else under its id', async () => {
      const me = await first(row.as)
      const writer = row.as === 'finance' ? await first('agent') : me
      const note = () => ({ params: { buyerId: randomUUID() }, body: { text: 'A note' } })
      const [id, ofNote] = [randomUUID(), randomUUID()]
      expect((await askAt(notes, writer, note(), ofNote)).status).toBe(200)
      await expectUsed(await ask(me, await fresh(me, markOf()), ofNote))
      await ask(me, await fresh(me, markOf()), id)
      await expectUsed(await askAt(notes, writer, note(), id))
    })
  })
})

/** Fewer digits than a card number has, which no request may hold. */
const markOf = () => `m${randomUUID().replaceAll('-', '').slice(0, 12)}`
const nothing = (counts: Record<string, number>) => Object.fromEntries(Object.keys(counts).map((name) => [name, 0]))
