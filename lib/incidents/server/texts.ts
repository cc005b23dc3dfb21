import 'server-only'
import * as z from 'zod/mini'
import { whatToTell } from '@/lib/commands/action-words'
import { csvRow, csvStart } from '@/lib/core/csv'
import { fromOwnJson, isObject } from '@/lib/core/json'
import type { ReplyKey } from '@/lib/core/reply-part'
import { type Database, database } from '@/lib/database/open'
import { decryptJson } from '@/lib/journal/crypto'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { tokensIn } from '@/lib/operations/effects/known-subscription'
import type { TokenState } from '@/lib/operations/effects/outlook'
import { columns, factIn } from '@/lib/operations/effects/rows'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { recordExport } from '@/lib/people/server/record-export'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, searchIn } from '@/lib/platform/request'
import { type ReplyLocale, replyLocaleOf } from '@/lib/replies/languages'
import { withOwn } from '@/lib/replies/own-texts'
import { type ReplyTexts, replyOf } from '@/lib/replies/reply'
import { ownTexts } from '@/lib/replies/server/reply-texts'
import { builtIn } from '@/lib/replies/texts/built-in'
import { goalOf, verbOf } from '../command'
import type { IncidentTexts } from '../incident'
import { actSince, actsOn } from './actions-since'
import { daySent } from './commands'
import type { OfIncident } from './handlers'
import type { Things } from './predict-row'
import { thingsOf } from './resolve'
import { allRows, fileOf } from './results'
import { predictedOf, type RowWithAction, settledOf } from './row-answer'
import { commandIn, type IncidentTableRow, incidentRow } from './store'

type CustomerText = { n: number; target: string; buyerId: string; locale: ReplyLocale; isKnown: boolean; text: string }

/**
 * What the customer of each row that was done may be told, by the sentences of a single reply: nothing where it's otherwise by now,
 * be it by the undo.
 */
async function* textsOf(store: Database, incident: IncidentTableRow, person: Person): AsyncGenerator<CustomerText[]> {
  const own = await ownTexts(incident.merchant)
  const words = Object.fromEntries(
    (Object.keys(builtIn) as ReplyLocale[]).map((locale) => [locale, withOwn(builtIn[locale], own, locale)]),
  ) as Record<ReplyLocale, ReplyTexts>
  const clock = { zone: merchantByCode(incident.merchant).timeZone, now: Date.now() }
  for await (const rows of doneRows(store, incident)) {
    const things = await thingsOf(
      store,
      incident.merchant,
      rows.flatMap(({ buyer_id }) => buyer_id ?? []),
    )
    const acts = await actsOn(
      store,
      incident,
      rows.flatMap(({ buyer_id }) => buyer_id ?? []),
    )
    const actions = await actionsOf(
      store,
      incident.id,
      rows.flatMap(({ action_id }) => action_id ?? []),
    )
    yield rows.flatMap((row) => {
      const { n, target, buyer_id, action_id } = row
      const action = actions.get(action_id ?? '')
      const known = things.get(buyer_id ?? '')
      const { country, language } = languageIn(known?.get('buyer') ?? {})
      const locale = replyLocaleOf({ country, language })
      if (actSince(acts.get(target), predictedOf(row)?.actions) !== null) return []
      const parts = action ? whatToTell(action.asked, action.answer, clock) : null
      if (!action || parts === null || isOtherwise(incident, row, known ?? new Map(), action)) return []
      if (parts.some(({ key }) => rests[key]?.includes(tokensNow(row.target, known)) === false)) return []
      return [
        {
          n,
          target,
          buyerId: buyer_id ?? '',
          locale,
          isKnown: language !== null,
          text: replyOf({ locale, texts: words[locale], country, agent: person.name }, parts),
        },
      ]
    })
  }
}

/** Those that somebody or an event has settled as done, too. */
async function* doneRows(store: Database, incident: IncidentTableRow): AsyncGenerator<RowWithAction[]> {
  for await (const rows of allRows(store, incident))
    yield rows.filter((row) => row.state === 'done' || settledOf(row) === 'happened')
}

/** The actions of rows that are the newest on their targets. */
async function actionsOf(store: Database, incident: string, ids: readonly string[]) {
  const rows = await store
    .selectFrom('actions')
    .leftJoin('targets', (join) =>
      join.onRef('targets.target', '=', 'actions.target').onRef('targets.merchant', '=', 'actions.merchant'),
    )
    .leftJoin('actions as newest', 'newest.action_id', 'targets.action_id')
    .select([
      'actions.action_id',
      'actions.operation',
      'actions.request',
      'actions.effect',
      'actions.answer',
      'actions.created_at',
    ])
    .where('actions.action_id', 'in', [...ids])
    .where('actions.incident', '=', incident)
    .where((is) =>
      is.or([
        is('newest.action_id', 'is', null),
        is('newest.action_id', '=', is.ref('actions.action_id')),
        is('newest.state', 'in', ['refused', 'not-sent']),
        is('newest.settled_as', '=', 'did-not-happen'),
      ]),
    )
    .execute()
  return new Map(
    rows.map(({ action_id, operation, request, effect, answer, created_at }) => [
      action_id,
      {
        asked: {
          operation,
          request: fromOwnJson<AnswerInput['request']>(request),
          effect: fromOwnJson<AnswerInput['effect']>(effect),
          at: created_at,
          undoneBy: null,
          since: null, // they're the newest, and what was seen since is looked at beside them
        },
        answer: fromOwnJson<{ body?: unknown }>(answer ?? '{}').body,
      },
    ]),
  )
}

type AnswerInput = Parameters<typeof whatToTell>[0]
type Told = { asked: AnswerInput; answer: unknown }

/** Whether something else has been seen since than what was set, or than what a text tells beside it. */
function isOtherwise(incident: IncidentTableRow, row: RowWithAction, things: Things, { asked, answer }: Told): boolean {
  if (row.before === null) return true // its buyer was erased
  const known = things.get(row.target) ?? {}
  const command = commandIn(incident)
  const { fact: set } = verbOf(command)
  const sent = predictedOf(row)?.sent
  const before = decryptJson(row.before) as KnownThing
  const { timeZone } = merchantByCode(incident.merchant)
  const told = isObject(answer) && isObject(answer.data) ? answer.data : {}
  return compared.some((field) => {
    const fact = known[field]
    if (!fact || fact.observedAt <= asked.at) return false
    const was = factIn(before, field)
    if (field === 'status' && told.status === 'active' && fact.value === 'active') return false // the command revived it
    if (field === 'status') return !isSameStatus(was, fact.value, goalOf(command) === false)
    const is = field === set ? (told[field] ?? (sent && (goalOf(command) ?? daySent(sent)))) : (told[field] ?? was)
    return is != null && !columns[field].same(is, fact.value, timeZone)
  })
}

const compared = ['autoChargeStatus', 'endDate', 'isEnabled', 'product', 'status'] as const

/** A subscription that isn't renewed any more may be called cancelled, and one that is again, active. */
function isSameStatus(was: unknown, is: unknown, isOff: boolean): boolean {
  const runs: readonly unknown[] = isOff ? ['active', 'cancelled'] : ['active']
  return was === is || (runs.includes(is) && (was == null || was === 'active' || was === 'cancelled'))
}

/** What a sentence says of the buyer's tokens: it's told as long as that is so. */
const rests: Partial<Record<ReplyKey, readonly TokenState[]>> = {
  thenCharged: ['active'],
  maybeCharged: ['active', 'unknown'],
  chargedSoon: ['active', 'unknown'],
  needsMethod: ['none'],
  cannotRenew: ['none'],
}

function tokensNow(target: string, things: Things = new Map()): TokenState {
  const tokens = Object.fromEntries([...things].filter(([entity]) => entity.startsWith('token:')))
  return tokensIn(things.get(target) ?? {}, tokens)
}

function languageIn(buyer: KnownThing) {
  const text = (field: string) => {
    const value = factIn(buyer, field)
    return typeof value === 'string' ? value : null
  }
  return { country: text('country'), language: text('locale')?.slice(0, 2) ?? null }
}

/** `GET /api/desk/incidents/{incidentId}/texts`: in which languages customers may be told, with one text of each. */
export async function getTexts(request: Request, person: Person, params: OfIncident): Promise<IncidentTexts> {
  checked(z.strictObject({}), searchIn(request))
  const incident = await incidentRow(person, idIn(params.incidentId))
  const found = new Map<ReplyLocale, Omit<IncidentTexts['data'][number], 'language'>>()
  for await (const texts of textsOf(await database(), incident, person))
    for (const { locale, isKnown, text } of texts) {
      const { rows, example, isShared, unknown } = found.get(locale) ?? { rows: 0, example: text, isShared: true, unknown: 0 }
      const more = { rows: rows + 1, unknown: unknown + (isKnown ? 0 : 1) }
      found.set(locale, { ...more, example, isShared: isShared && example === text })
    }
  const data = [...found].map(([locale, of]) => ({ language: locale, ...of })).toSorted((a, b) => b.rows - a.rows)
  return { data, meta: { type: 'collection', total: data.length, asOf: new Date().toISOString() } }
}

/** `GET /api/desk/incidents/{incidentId}/texts.csv`: the text for each customer, by buyer id and language. No address stands in it. */
export async function getTextsFile(request: Request, person: Person, params: OfIncident): Promise<Response> {
  checked(z.strictObject({}), searchIn(request))
  const incident = await incidentRow(person, idIn(params.incidentId))
  const { merchant, ticket, id } = incident
  await recordExport({ person, merchant, operation: 'incidentTexts', buyerId: null, ticket, detail: { incident: id } })
  return fileOf(textLines(await database(), incident, person), `${merchant}_incident_${id.slice(0, 8)}_texts.csv`)
}

async function* textLines(store: Database, incident: IncidentTableRow, person: Person): AsyncGenerator<string> {
  yield csvStart + csvRow(['line', 'buyer', 'of', 'language', 'text', 'language known'])
  for await (const texts of textsOf(store, incident, person))
    yield texts
      .map(({ n, target, buyerId, locale, isKnown, text }) =>
        csvRow([String(n), buyerId, target, locale, text, isKnown ? 'yes' : 'no']),
      )
      .join('')
}
