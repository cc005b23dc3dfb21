import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { askApproval, decide } from '@/lib/commands/server/approvals'
import { commandNamed } from '@/lib/commands/server/command-named'
import { ada, personCalled } from '@/lib/commands/server/commands-for-tests'
import { JournalForTests } from '@/lib/commands/server/journal-for-tests'
import { listRecords } from '@/lib/commands/server/records'
import { engines } from '@/lib/database/engines-for-tests'
import { teamReport } from './team-report'

const midnight = Date.parse('2026-11-21T00:00:00.000Z')
let looks = 0
/** A clock by which a second passes between any two looks at it. */
class HurriedDate extends Date {
  constructor(...given: [] | [string | number]) {
    if (given.length === 0) super(HurriedDate.now())
    else super(given[0])
  }
  static override now = () => midnight + 1_000 * (looks++ - before)
}
let before = 0

const max = personCalled('Max', 'manager')

describe.each(engines)('around midnight in UTC, on %s', { timeout: 30_000 }, (engine) => {
  new JournalForTests(engine, [ada, max], { people: [ada.email, max.email] })
  afterEach(() => vi.unstubAllGlobals())

  // The clock starts so many seconds before midnight; one of them is between the row and its entry.
  it.each(Array.from({ length: 12 }, (_, seconds) => seconds))(
    'requests are counted on the day on which the journal lists them, %i seconds before',
    async (seconds) => {
      const wanted = { merchant: 'northwind', params: { buyerId: randomUUID() }, body: { email: 'grace@buyer.test' } }
      vi.stubGlobal('Date', HurriedDate)
      looks = 0
      before = seconds
      const given = { person: ada, actionId: randomUUID(), ticket: null }
      const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, given)
      await decide(max, id, { approve: false, effectHash: '', note: null })
      vi.unstubAllGlobals()
      for (const day of ['2026-11-20', '2026-11-21']) {
        const days = { from: day, to: day }
        const { asked, declined } = (await teamReport(max, { ...days, by: 'person' })).meta.approvals
        const listed = async (kind: string) => (await listRecords(max, { ...days, kind })).length
        expect({ day, asked, declined }).toEqual({
          ...{ day, asked: await listed('approval-asked'), declined: await listed('declined') },
        })
      }
    },
  )
})
