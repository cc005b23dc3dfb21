import 'server-only'
import * as z from 'zod/mini'
import { dayMs, hourMs, minute } from '@/lib/core/dates'
import { day, line, uuid, whole } from '@/lib/operations/schemas/scalars'
import type { VerbName } from '@/lib/operations/words'
import { keptLine } from '@/lib/platform/request'
import { settingVerbs, takesDay } from '../command'
import { pilotRows } from '../incident'
import { chunkRows, maxMarked } from '../pasted'

export { chunkRows, maxRows } from '../pasted'

// What the handlers of incidents take. Each text of a person is kept without e-mail and IP addresses, as long as the journal.

/**
 * Marks that turn the direction of what stands behind them, beyond the end of a text, too, and tags, which nobody sees but machines read; those of
 * a flag stay. Nobody types them: they come along with what is pasted.
 */
const hiddenMarks = /[\u202a-\u202e\u2066-\u2069]|(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0000}-\u{e007f}]/gu

const typed = (max: number, advice?: string) =>
  z.pipe(
    keptLine(max, advice),
    z.transform((text) => text.replace(hiddenMarks, '')),
  )

export const lookMs = minute
export const startWithinMs = 12 * hourMs
export const carriesMs = dayMs

/** Only verbs that set a value. One of a day takes either a fixed day or so many days. */
export const incidentCommand = z
  .strictObject({
    verb: z.enum(settingVerbs.map(({ name }) => name) as [VerbName, ...VerbName[]], 'Use a verb that sets a value'),
    day: z.optional(day),
    days: z.optional(whole(1, 366)),
  })
  .check(({ value, issues }) => {
    const refuse = (field: string, message: string) => issues.push({ code: 'custom', input: value, path: [field], message })
    const given = [value.day, value.days].filter((each) => each !== undefined).length
    if (!takesDay(value) && given > 0) refuse(value.day === undefined ? 'days' : 'day', 'This takes no day. Remove it')
    if (takesDay(value) && given !== 1) refuse('day', 'Choose a day, or a number of days')
  })

/** The highest rate depends on the configuration (INCIDENT_RATE_MAX). */
const rate = whole(1, 100)

/** `POST /api/desk/incidents`, whose `x-action-id` is the incident's id. */
export const newIncident = z.strictObject({
  command: incidentCommand,
  reason: typed(255, 'Enter a reason'),
  ticket: z.optional(z.nullable(typed(64))),
  rate: z.optional(rate),
})

const filterOfFacts = z.strictObject({
  status: z.optional(line(40)),
  autocharge: z.optional(z.boolean()),
  product: z.optional(line(200)),
  endsFrom: z.optional(day),
  endsUntil: z.optional(day),
})

/** `PUT /api/desk/incidents/{id}`: what isn't named stays. `who` takes the place of all rows; others are given in chunks. */
export const changedIncident = z.strictObject({
  command: z.optional(incidentCommand),
  reason: z.optional(typed(255, 'Enter a reason')),
  ticket: z.optional(z.nullable(typed(64))),
  rate: z.optional(rate),
  readEach: z.optional(z.boolean()),
  unknown: z.optional(z.enum(['read', 'leave-out'])),
  who: z.optional(
    z.union([
      z.strictObject({
        list: z.string(),
        filter: z.optional(z.record(z.string(), z.string())),
        keys: z.optional(z.array(line(80)).check(z.minLength(1), z.maxLength(maxMarked, `Mark ${maxMarked} rows or fewer`))),
      }),
      z.strictObject({ facts: filterOfFacts }),
    ]),
  ),
})

const rowNote = z.optional(z.nullable(typed(80)))
const subscriptionRow = z.strictObject({ subscriptionId: uuid, buyerId: z.optional(z.nullable(uuid)), note: rowNote })
const tokenRow = z.strictObject({ chargeMethodTokenId: whole(1, 2_147_483_647), buyerId: uuid, note: rowNote })

/** `PUT /api/desk/incidents/{id}/rows/{chunk}`, chunk 0 first. Without `more` what came after this chunk is gone. */
export const rowsChunk = z.strictObject({
  rows: z.array(z.union([subscriptionRow, tokenRow])).check(z.maxLength(chunkRows, `Send ${chunkRows} rows or fewer in a chunk`)),
  more: z.boolean('Use true or false: whether another chunk follows'),
})

export const nothing = z.strictObject({})
/** `POST …/decide` */
export const decision = z.strictObject({
  decision: z.enum(['approve', 'decline'], 'Approve or decline'),
  note: z.optional(z.nullable(typed(255))),
  /** What the person has seen. */
  planHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Send the planHash of the preview')),
})
/** `POST …/look`: the rows that were opened. */
export const looked = z.strictObject({ rows: z.array(whole(1, 100_000)).check(z.minLength(1), z.maxLength(pilotRows)) })
/** `POST …/pause` and `…/stop` */
export const paused = z.strictObject({ reason: z.optional(z.nullable(typed(255))) })
/** `POST …/resume` */
export const resumed = z.strictObject({ reason: typed(255, 'Enter a reason') })
/** `POST …/rate`: up to the one that was approved. */
export const newRate = z.strictObject({ rate })
/** `POST …/again`: `not-sent` in this incident. Of `refused` the chosen rows, of `moved` and of `left`, which a stop or a colleague's window left, all as a new draft. */
export const again = z
  .strictObject({
    which: z.enum(['not-sent', 'refused', 'moved', 'left'], 'Use not-sent, refused, moved or left'),
    rows: z.optional(z.array(whole(1, 100_000)).check(z.minLength(1), z.maxLength(1_000))),
  })
  .check(({ value, issues }) => {
    if ((value.which === 'refused') === (value.rows !== undefined)) return
    const message = value.rows === undefined ? 'Choose the rows to bring in again' : 'Only refused rows are chosen. Remove this'
    issues.push({ code: 'custom', input: value, path: ['rows'], message })
  })
