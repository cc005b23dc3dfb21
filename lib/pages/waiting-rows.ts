import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import type { Approval } from '@/lib/commands/approval'
import { describeTarget } from '@/lib/commands/change-words'
import { describeOwner } from '@/lib/commands/owner'
import { buyerPath } from '@/lib/core/buyer-path'
import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import { may, type Role } from '@/lib/core/roles'
import type { WaitingIncident, WaitsFor } from '@/lib/incidents/incident'
import type { DuePromise, Mention } from '@/lib/notes/note'
import { type OpenGuide, playbookLabels } from '@/lib/playbooks/guide'
import type { Refund } from '@/lib/refunds/refund'
import { buyerKey, type Lead, type Waiting, type WaitingKind, type WaitingRow } from './waiting'

/** What waits for a person, oldest first; what is unconfirmed always comes before the rest. */
export function waitingRows(waiting: Waiting, role: Role): WaitingRow[] {
  const nameOf = (merchant: string, buyerId: string | null) =>
    buyerId === null ? null : (waiting.buyers[buyerKey(merchant, buyerId)] ?? 'a buyer whose e-mail is unknown')
  const urgent = [...waiting.unconfirmed, ...waiting.team].map((action) => unconfirmedRow(action, nameOf))
  const rest = [
    ...waiting.approvals.flatMap((approval) => approvalRow(approval, role, nameOf)),
    ...waiting.incidents.map(incidentRow),
    ...refundRows(waiting, nameOf),
    ...waiting.mentions.map((mention) => mentionRow(mention, nameOf)),
    // Whoever opened the steps and answered nothing only looked.
    ...waiting.guides.filter(({ answered }) => answered > 0).map((guide) => guideRow(guide, nameOf)),
    ...waiting.promises.map((promise) => promiseRow(promise, nameOf)),
    ...waiting.troubles.map(({ id, title, says, since }): WaitingRow => {
      const lead = { to: 'page' as const, href: '/settings/status', merchant: null }
      return {
        key: `trouble ${id}`,
        kind: 'trouble',
        title,
        about: [says],
        accounts: [],
        at: since,
        verb: 'Open',
        of: 'the status page',
        lead,
      }
    }),
  ]
  return [urgent, rest].flatMap((rows) => rows.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')))
}

type NameOf = (merchant: string, buyerId: string | null) => string | null

const said = (parts: readonly (string | null)[]): string[] => parts.filter((part) => part !== null && part !== '') as string[]

function unconfirmedRow(action: Action, nameOf: NameOf): WaitingRow {
  const { actionId, words, mine, owner = null, person, merchant, buyerId, ticket, target, product, at } = action
  const on = owner === null || (owner.mine && mine) ? null : describeOwner(owner).replace(/^You/, 'you')
  const contradiction = describeContradiction(action, 'UTC')
  const sent = contradiction?.badge ?? `sent by ${mine ? 'you' : person}, no answer came`
  return {
    key: `action ${actionId}`,
    kind: contradiction ? 'contradicted' : 'unconfirmed',
    title: contradiction ? `${words} needs a look` : `${words} is unconfirmed`,
    about: said([nameOf(merchant, buyerId), describeTarget({ target, product }), sent, on, ticket]),
    accounts: [merchant],
    at,
    verb: contradiction ? 'Check and settle…' : 'Check now',
    of: null,
    lead: { to: 'action', actionId, step: contradiction ? 'look' : 'check' },
    entry: `/journal?entry=${actionId}`,
  }
}

const standsStill: Record<Exclude<WaitsFor, 'decision'>, (person: string) => string> = {
  start: (person) => `was approved by ${person} and can start`,
  change: (person) => `was declined by ${person}`,
  look: () => 'has sent its pilot. Look at it',
  resume: () => 'paused automatically',
}

function incidentRow({ id, merchant, words, reason, ticket, rows, person, at, waitsFor, why }: WaitingIncident): WaitingRow {
  const what = `${words} for ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
  const lead = { to: 'page', href: `/incidents/${id}`, merchant } as const
  const row = { key: `incident ${id}`, accounts: [merchant], at, lead }
  if (waitsFor === 'decision') {
    const about = said([`requested by ${person}`, `“${reason}”`, ticket])
    return { ...row, kind: 'incident', title: `${what} needs approval`, about, verb: 'Decide', of: 'on an incident' }
  }
  const about = said([why, `“${reason}”`, ticket])
  return {
    ...row,
    kind: 'own-incident',
    title: `${what} ${standsStill[waitsFor](person)}`,
    about,
    verb: 'Open',
    of: 'the incident',
  }
}

const decided: Record<Exclude<Approval['state'], 'waiting'>, (approval: Approval) => string> = {
  approved: ({ words, decidedBy }) => `${words} was approved${by(decidedBy)}`,
  declined: ({ words, decidedBy }) => `${words} was declined${by(decidedBy)}`,
  voided: ({ words }) => `${words} wasn’t sent, because something changed`,
  expired: ({ words }) => `Nobody decided on ${words} in time`,
}
const by = (person: string | null) => (person === null ? '' : ` by ${person}`)

function approvalRow(approval: Approval, role: Role, nameOf: NameOf): WaitingRow[] {
  const { id, state, mine, words, person, merchant, buyerId, ticket, askedAt, decidedAt } = approval
  const at = decidedAt ?? askedAt
  const lead: Lead = { to: 'approval', id }
  const row = (kind: WaitingKind, title: string, verb: string, asked: string): WaitingRow[] => {
    const buyer = nameOf(merchant, buyerId)
    const about = said([buyer, asked, ticket])
    const of = buyer === null ? words : `${words} for ${buyer}`
    return [
      {
        key: `approval ${id}`,
        kind,
        title,
        about,
        accounts: [merchant],
        at,
        verb,
        of: verb === 'Decide' ? `on ${of}` : of,
        lead,
      },
    ]
  }
  if (state !== 'waiting') return row('answer', decided[state](approval), 'Open', 'requested by you')
  if (mine) return row('asked', `${words} waits for approval`, 'Open', 'requested by you')
  return may(role, 'approve') ? row('approval', `${words} needs approval`, 'Decide', `requested by ${person}`) : []
}

function refundRows({ refunds: { waiting, overdue, oldest, first, accounts, mine } }: Waiting, nameOf: NameOf): WaitingRow[] {
  const money = (refund: Refund) => `${formatAmount(refund.amount)} ${refund.currency}`
  const ofBuyer = ({ merchant, buyerId, charge }: Refund) => charge.buyer ?? nameOf(merchant, buyerId)
  const page = (href: string): Lead => ({ to: 'page', href, merchant: null })
  const toDecide: WaitingRow = {
    key: 'refunds',
    kind: 'refund',
    title: waiting === 1 ? '1 refund to decide' : `${waiting.toLocaleString('en')} refunds to decide`,
    about: said([
      first && (waiting === 1 ? money(first) : `the oldest is ${money(first)}`),
      first && ofBuyer(first),
      overdue > 0 ? `${overdue.toLocaleString('en')} over 24 h` : null,
    ]),
    accounts,
    at: oldest,
    verb: 'Decide',
    of: 'on refunds',
    lead: page('/refunds'),
  }
  const answers = mine
    .filter(({ state }) => state !== 'waiting')
    .map((refund): WaitingRow => {
      const { id, state, ticket, steps, askedAt } = refund
      const title = `Refund of ${money(refund)} ${state === 'done' ? 'was made' : `was ${state}`}`
      const about = said([ofBuyer(refund), 'requested by you', ticket])
      // A file for the provider comes after the decision, and isn’t what the row tells of.
      const at = (steps.findLast(({ kind }) => kind === state) ?? steps.at(-1))?.at ?? askedAt
      const lead = page(`/refunds?refund=${id}`)
      return {
        key: `refund ${id}`,
        kind: 'answer',
        title,
        about,
        accounts: [refund.merchant],
        at,
        verb: 'Open',
        of: 'refund',
        lead,
      }
    })
  return [...(waiting > 0 ? [toDecide] : []), ...answers]
}

const mentionRow = ({ noteId, merchant, buyerId, person, text, at }: Mention, nameOf: NameOf): WaitingRow => ({
  key: `mention ${noteId}`,
  kind: 'mention',
  title: `${person} mentioned you`,
  about: said([`“${text}”`, nameOf(merchant, buyerId)]),
  accounts: [merchant],
  at,
  verb: 'Reply',
  of: `to ${person}`,
  lead: { to: 'page', href: buyerPath(buyerId), merchant },
  noteId,
})

function guideRow({ id, playbook, merchant, buyerId, ticket, at, answered }: OpenGuide, nameOf: NameOf): WaitingRow {
  const given = new URLSearchParams(ticket === null ? { guide: id } : { ticket, guide: id })
  return {
    key: `guide ${id}`,
    kind: 'guide',
    title: `${playbookLabels[playbook].title} steps aren’t finished`,
    about: said([nameOf(merchant, buyerId), answered === 1 ? '1 answer so far' : `${answered} answers so far`, ticket]),
    accounts: [merchant],
    at,
    verb: 'Continue',
    of: `with ${playbookLabels[playbook].title}`,
    lead: { to: 'page', href: `/buyers/${buyerId}?${given}`, merchant },
  }
}

const promiseRow = ({ id, merchant, buyerId, dueOn, isOver, at }: DuePromise, nameOf: NameOf): WaitingRow => ({
  key: `promise ${id}`,
  kind: 'promise',
  title: isOver ? `Promised for ${formatDay(dueOn)}` : 'Promised for today',
  about: said([nameOf(merchant, buyerId), 'see the note', isOver ? 'overdue' : null]),
  accounts: [merchant],
  at,
  verb: 'Open',
  of: 'the buyer with the promise',
  lead: { to: 'page', href: `${buyerPath(buyerId)}#notes`, merchant },
})
