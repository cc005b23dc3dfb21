import { reasonedCommands } from '@/lib/commands/reason-presets'
import { database } from '@/lib/database/open'
import { startSession } from '@/lib/people/server/sessions'
import {
  approvedRefund,
  autocharge,
  decided,
  decision,
  done,
  endDate,
  guideOf,
  guides,
  lapsed,
  later,
  made,
  newLetterhead,
  newOrder,
  newPersonId,
  newReplyText,
  newRule,
  newUuid,
  next,
  notes,
  ofAnotherPlace,
  ofNewThing,
  ofQuote,
  ofSubscription,
  quote,
  type Row,
  received,
  refundOf,
  subscriptionPath,
  tokenOf,
  unconfirmed,
} from './repeats-for-tests'
import { ofFiles } from './repeats-of-files-for-tests'
import { ofMachines } from './repeats-of-machines-for-tests'
import { ofEventsAndShifts } from './repeats-of-shifts-for-tests'
import { ofWaysIn, signedOnce } from './repeats-of-ways-in-for-tests'

const ofFinance = { as: 'finance', anyMerchant: true } as const

/** Every address that changes something of ours under an id, and something to ask it for. A new handler gets its row here. */
export const changes: Record<string, Row> = {
  'POST /api/v2/buyers': { as: 'agent', fresh: (_, mark) => ({ body: { email: `${mark}@example.test`, country: 'BR' } }) },
  'PATCH /api/v2/buyers/{buyerId}': {
    as: 'agent',
    fresh: (_, mark) => ({ params: { buyerId: newUuid() }, body: { email: `${mark}@example.test` } }),
  },
  'PUT /api/v3/buyers/{buyerId}/disable-token': { as: 'agent', fresh: tokenOf },
  'PUT /api/v3/buyers/{buyerId}/enable-token': { as: 'agent', fresh: tokenOf },
  'POST /api/v3/initials/url': {
    as: 'agent',
    fresh: (_, mark) => ({ body: { ...newOrder, buyer: { email: `${mark}@example.test` } } }),
  },
  [autocharge]: {
    as: 'agent',
    fresh: (_, mark) => ({ params: ofSubscription, body: { autochargeStatus: false, reason: mark } }),
  },
  [endDate]: { as: 'agent', fresh: (_, mark) => ({ params: ofSubscription, body: later(mark) }) },
  [`POST ${subscriptionPath}/downgrade`]: {
    as: 'agent',
    fresh: () => ({ params: ofNewThing(), body: { productId: newUuid() } }),
  },
  'POST /api/desk/actions/{actionId}/undo': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { actionId: await done(asker) }, body: {} }),
  },
  'POST /api/desk/actions/{actionId}/send-again': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker) => ({ params: { actionId: await unconfirmed(asker) }, body: {} }),
  },
  'POST /api/desk/actions/{actionId}/settle': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker, mark) => ({
      params: { actionId: await unconfirmed(asker) },
      body: { as: 'happened', how: 'by-hand', reason: mark },
    }),
  },
  'POST /api/desk/approvals': {
    as: 'agent',
    inBody: true,
    fresh: (_, mark) => ({
      body: {
        operation: 'changeAutochargeStatus',
        params: ofNewThing(),
        ticket: null,
        body: { autochargeStatus: false, reason: mark },
      },
    }),
  },
  'POST /api/desk/approvals/{approvalId}/ask-again': { as: 'agent', anyMerchant: true, fresh: lapsed },
  'POST /api/desk/approvals/{approvalId}/decide': {
    as: 'manager',
    anyMerchant: true,
    fresh: (asker, mark) => decided(asker, { approve: true, note: mark }),
  },
  'POST /api/desk/approvals/{approvalId}/decide, declining': {
    as: 'manager',
    anyMerchant: true,
    fresh: (asker, mark) => decided(asker, { approve: false, note: mark }),
  },
  ...ofMachines,
  'POST /api/desk/approval-rules': { as: 'admin', anyMerchant: true, fresh: () => ({ body: newRule() }) },
  'DELETE /api/desk/approval-rules/{ruleId}': {
    as: 'admin',
    anyMerchant: true,
    fresh: async (asker) => {
      const { rules } = await made('POST /api/desk/approval-rules', asker, { body: newRule() })
      return { params: { ruleId: (rules as unknown as { id: string }[]).at(-1)?.id ?? '' } }
    },
  },
  'POST /api/desk/buyers/{buyerId}/facts': {
    as: 'agent',
    fresh: (_, mark) => ({ params: { buyerId: newUuid() }, body: { subscriptionId: newUuid(), productName: mark } }),
  },
  ...ofFiles,
  [notes]: { as: 'agent', fresh: (_, mark) => ({ params: { buyerId: newUuid() }, body: { text: mark, ticket: null } }) },
  'PUT /api/desk/notes/{noteId}': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker, mark) => {
      const all = await made(notes, asker, { params: { buyerId: newUuid() }, body: { text: 'First' } })
      const [note] = all.notes as unknown as { id: string }[]
      return { params: { noteId: note?.id ?? '' }, body: { text: mark, version: 1 } }
    },
  },
  [guides]: { as: 'agent', fresh: (_, mark) => ({ body: { playbook: 'refund', buyerId: newUuid(), ticket: mark } }) },
  'POST /api/desk/guides/{guideId}/steps': {
    as: 'agent',
    anyMerchant: true,
    fresh: async (asker, mark) => ({
      params: { guideId: await guideOf(asker) },
      body: { version: 1, kind: 'answered', question: 'charge', answer: mark, words: mark },
    }),
  },
  'POST /api/desk/quotes': { as: 'manager', fresh: (_, mark) => ({ body: quote(mark) }) },
  'POST /api/desk/quotes/{quoteId}/share': ofQuote,
  'POST /api/desk/quotes/{quoteId}/withdraw': ofQuote,
  'POST /api/desk/refunds': {
    as: 'agent',
    fresh: (_, mark) => ({ body: { ...received, amount: '0.02', reason: mark, ticket: null } }),
  },
  'POST /api/desk/refunds/{refundId}/decide': {
    ...ofFinance,
    fresh: async (asker, mark) => ({ params: { refundId: await refundOf(asker) }, body: decision(mark) }),
  },
  'POST /api/desk/refunds/{refundId}/end': {
    ...ofFinance,
    fresh: async (asker, mark) => ({
      params: { refundId: await approvedRefund(asker) },
      body: { version: 2, outcome: 'done', reference: mark },
    }),
  },
  'POST /api/desk/refunds/{refundId}/undo': {
    ...ofFinance,
    fresh: async (asker) => ({ params: { refundId: await approvedRefund(asker) }, body: { version: 2 } }),
  },
  'POST /api/desk/refunds/batches': {
    ...ofFinance,
    fresh: async (asker, mark) => {
      const refundId = await approvedRefund(asker)
      const provider = await ofAnotherPlace(refundId, mark)
      return { body: { merchant: asker.merchant, provider, mid: mark } }
    },
  },
  'POST /api/desk/people': {
    as: 'admin',
    anyMerchant: true,
    fresh: (_, mark) => ({ body: { email: `${mark}@example.test`, name: 'New', role: 'agent' } }),
  },
  'PATCH /api/desk/people/{accountId}': {
    as: 'admin',
    anyMerchant: true,
    fresh: async () => ({ params: { accountId: await newPersonId() }, body: { role: 'finance' } }),
  },
  'DELETE /api/desk/people/{accountId}/sessions': {
    as: 'admin',
    anyMerchant: true,
    fresh: async () => {
      const accountId = await newPersonId()
      await startSession(await database(), accountId)
      return { params: { accountId } }
    },
  },
  'DELETE /api/desk/account/sessions/{sessionId}': {
    as: 'agent',
    anyMerchant: true,
    fresh: async ({ accountId }) => ({ params: { sessionId: await startSession(await database(), accountId) } }),
  },
  'DELETE /api/desk/account/sessions': {
    as: 'agent',
    anyMerchant: true,
    alike: true,
    fresh: async ({ accountId }) => {
      await startSession(await database(), accountId)
      return {}
    },
  },
  'POST /api/desk/erasures': {
    as: 'admin',
    fresh: (_, __, buyerId = newUuid()) => ({ body: { buyerId, confirmation: buyerId.slice(-4) } }),
  },
  'PUT /api/desk/retention': { as: 'admin', fresh: () => ({ body: { days: 1_000 + next() } }) },
  ...ofEventsAndShifts,
  ...ofWaysIn,
  'PUT /api/desk/letterhead': { as: 'manager', fresh: newLetterhead },
  'PUT /api/desk/replies/{key}': { as: 'manager', fresh: newReplyText },
  'PUT /api/desk/reason-presets/{operation}': {
    as: 'admin',
    anyMerchant: true,
    fresh: (_, mark) => ({ params: { operation: 'changeAutochargeStatus' }, body: { presets: [mark] } }),
  },
  'DELETE /api/desk/reason-presets/{operation}': {
    as: 'admin',
    anyMerchant: true,
    fresh: () => ({ params: { operation: reasonedCommands[next() % 2] ?? '' } }),
  },
}

/** What takes no id, and why asking twice does no harm. */
export const withoutId: Record<string, string> = {
  ...signedOnce,
  'POST /api/v3/buyers/{buyerId}/products/bundles': 'reads',
  'PUT /api/desk/account/password': 'asks for the password before, which a second one no longer has',
  'POST /api/desk/actions/{actionId}/check': 'reads',
  'POST /api/desk/buyers/{buyerId}/presence': 'says where a page is now',
  'POST /api/desk/buyers/{buyerId}/reveal': 'shows values once for an id; its own tests try both',
  'PUT /api/desk/drafts/{key}': 'replaces one’s own half-typed form',
  'DELETE /api/desk/drafts/{key}': 'drops one’s own half-typed form',
  'POST /api/desk/events/test': 'has the stand-in send one that counts for nothing',
  'POST /api/desk/evidence/verify': 'reads',
  'POST /api/desk/imports': 'a list that is uploaded twice changes nothing until it is started',
  'DELETE /api/desk/imports/{importId}': 'a list is called off once',
  'POST /api/desk/imports/{importId}/check': 'counts what would change',
  'POST /api/desk/imports/{importId}/start': 'a list is started once',
  'DELETE /api/desk/mentions/{noteId}': 'puts away what is put away',
  'POST /api/desk/merchants/{code}/test': 'reads',
  'POST /api/desk/panel-facts': 'reads',
  'POST /api/desk/panel/{code}': 'makes an opening of a minute for a signature that counts once',
  'POST /api/desk/preview': 'reads',
  'POST /api/desk/quotes/{quoteId}/check': 'reads, and keeps what it read last',
  'POST /api/desk/search': 'reads',
  'POST /api/desk/statement': 'reads',
  'POST /api/desk/vitals': 'counts in the metrics',
}
