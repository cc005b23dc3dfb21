import { randomUUID } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { type Role, roles } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import { Dashboard } from './dashboard'
import { routes } from './routes'

const everybody = roles
const acting: readonly Role[] = ['agent', 'manager', 'admin']
const asking: readonly Role[] = ['agent', 'manager']
const deciding: readonly Role[] = ['finance', 'manager']
const approving: readonly Role[] = ['manager', 'admin']
const admins: readonly Role[] = ['admin']

/** Who may use what is ours alone (product.md, Rights). A new handler gets its line here, or the test below names it. */
const matrix: Record<string, readonly Role[]> = {
  'GET /account/passkeys': everybody,
  'POST /account/passkeys': everybody,
  'PUT /account/passkeys': everybody,
  'DELETE /account/passkeys/{passkeyId}': everybody,
  'PUT /account/password': everybody,
  'GET /account/sessions': everybody,
  'DELETE /account/sessions': everybody,
  'DELETE /account/sessions/{sessionId}': everybody,
  'GET /actions/{actionId}': everybody,
  'POST /actions/{actionId}/check': everybody,
  'POST /actions/{actionId}/send-again': acting,
  'POST /actions/{actionId}/settle': acting,
  'POST /actions/{actionId}/undo': acting,
  'GET /agents': admins,
  'POST /agents': admins,
  'DELETE /agents/{tokenId}': admins,
  'POST /agents/off': everybody,
  'POST /agents/on': admins,
  'GET /approval-rules': admins,
  'POST /approval-rules': admins,
  'DELETE /approval-rules/{ruleId}': admins,
  'GET /alert-rules': approving,
  'POST /alert-rules': approving,
  'PUT /alert-rules/{ruleId}': approving,
  'DELETE /alert-rules/{ruleId}': approving,
  'GET /alerts': approving,
  'POST /alerts/{alertId}/close': approving,
  'GET /approvals': everybody,
  'POST /approvals': acting,
  'GET /approvals/{approvalId}': everybody,
  'POST /approvals/{approvalId}/ask-again': acting,
  'POST /approvals/{approvalId}/decide': approving, // of a person’s request; of a proposal whoever may do what its verb does
  'GET /buyers/{buyerId}/actions': everybody,
  'GET /buyers/{buyerId}/charges': everybody,
  'GET /buyers/{buyerId}/charges/figures': everybody,
  'GET /buyers/{buyerId}/charges/reading': everybody,
  'POST /buyers/{buyerId}/evidence': everybody,
  'POST /buyers/{buyerId}/export': everybody,
  'POST /buyers/{buyerId}/facts': acting,
  'GET /buyers/{buyerId}/guides': everybody,
  'GET /buyers/{buyerId}/known': everybody,
  'GET /buyers/{buyerId}/notes': everybody,
  'POST /buyers/{buyerId}/notes': acting,
  'GET /buyers/{buyerId}/orders': everybody,
  'POST /buyers/{buyerId}/presence': everybody,
  'GET /buyers/{buyerId}/refundable': everybody,
  'GET /buyers/{buyerId}/refunds': everybody,
  'POST /buyers/{buyerId}/reveal': everybody,
  'GET /drafts/{key}': acting,
  'PUT /drafts/{key}': acting,
  'DELETE /drafts/{key}': acting,
  'POST /erasures': admins,
  'GET /events': approving,
  'GET /events/{eventId}': approving,
  'GET /events/overview': approving,
  'POST /events/addresses': admins,
  'DELETE /events/addresses/{addressId}': admins,
  'POST /events/replay': admins,
  'POST /events/test': admins,
  'PUT /events/settings': admins,
  'POST /evidence/verify': everybody,
  'POST /guides': acting,
  'POST /guides/{guideId}/steps': acting,
  'GET /handovers': everybody,
  'POST /handovers': everybody,
  'GET /handovers/{handoverId}': everybody,
  'POST /handovers/{handoverId}/take': everybody,
  'GET /hooks': admins,
  'POST /hooks': admins,
  'PUT /hooks/{hookId}': admins,
  'DELETE /hooks/{hookId}': admins,
  'POST /hooks/{hookId}/deliveries/{deliveryId}/again': admins,
  'GET /imports': admins,
  'POST /imports': admins,
  'GET /imports/{importId}': admins,
  'DELETE /imports/{importId}': admins,
  'POST /imports/{importId}/check': admins,
  'GET /imports/{importId}/rejected': admins,
  'POST /imports/{importId}/start': admins,
  'GET /incidents': everybody,
  'POST /incidents': approving,
  'GET /incidents/{incidentId}': everybody,
  'PUT /incidents/{incidentId}': approving,
  'GET /incidents/{incidentId}/results.csv': everybody,
  'GET /incidents/{incidentId}/rows': everybody,
  'PUT /incidents/{incidentId}/rows/{chunk}': approving,
  'GET /incidents/{incidentId}/texts': everybody,
  'GET /incidents/{incidentId}/texts.csv': ['finance', 'manager', 'admin'],
  'POST /incidents/{incidentId}/again': approving,
  'POST /incidents/{incidentId}/ask': approving,
  'POST /incidents/{incidentId}/close': approving,
  'POST /incidents/{incidentId}/decide': approving,
  'POST /incidents/{incidentId}/go-on': approving,
  'POST /incidents/{incidentId}/inverse': approving,
  'POST /incidents/{incidentId}/look': approving,
  'POST /incidents/{incidentId}/pause': everybody,
  'POST /incidents/{incidentId}/preview': approving,
  'POST /incidents/{incidentId}/rate': everybody,
  'POST /incidents/{incidentId}/resume': approving,
  'POST /incidents/{incidentId}/start': approving,
  'POST /incidents/{incidentId}/stop': approving,
  'POST /incidents/{incidentId}/take-over': approving,
  'GET /journal': everybody,
  'GET /journal/export': everybody,
  'GET /journal/records': everybody,
  'GET /journal/verify': ['finance', 'manager', 'admin'],
  'PUT /letterhead': approving,
  'GET /lists': everybody,
  'GET /lists/{list}': everybody,
  'POST /lists/{list}/close': everybody,
  'GET /lists/{list}/export': ['finance', 'manager', 'admin'],
  'DELETE /mentions/{noteId}': everybody,
  'POST /merchants/{code}/test': admins,
  'GET /notes/{noteId}': everybody,
  'PUT /notes/{noteId}': acting,
  'GET /morning': everybody,
  'GET /notices': everybody,
  'GET /notices/preferences': everybody,
  'PUT /notices/preferences': everybody,
  'POST /notices/seen': everybody,
  'PUT /owners': everybody,
  'GET /people': admins,
  'POST /people': admins,
  'PATCH /people/{accountId}': admins,
  'POST /people/{accountId}/passkeys': admins,
  'POST /people/{accountId}/passkeys/decide': admins,
  'POST /people/{accountId}/password': admins,
  'DELETE /people/{accountId}/sessions': admins,
  'POST /preview': acting,
  'PUT /promises/{promiseId}': acting,
  'GET /quotes': everybody,
  'POST /quotes': everybody,
  'GET /quotes/{quoteId}': everybody,
  'POST /quotes/{quoteId}/check': everybody,
  'POST /quotes/{quoteId}/share': everybody,
  'POST /quotes/{quoteId}/withdraw': everybody,
  'GET /reason-presets': everybody,
  'PUT /reason-presets/{operation}': admins,
  'DELETE /reason-presets/{operation}': admins,
  'GET /recent': everybody,
  'GET /refunds': everybody,
  'POST /refunds': asking,
  'GET /refunds/batches': deciding,
  'POST /refunds/batches': deciding,
  'GET /refunds/batches/{batchId}': deciding,
  'GET /refunds/export': deciding,
  'GET /refunds/{refundId}': everybody,
  'POST /refunds/{refundId}/decide': deciding,
  'POST /refunds/{refundId}/end': deciding,
  'POST /refunds/{refundId}/undo': deciding,
  'GET /replies': everybody,
  'GET /replies/{key}': everybody,
  'PUT /replies/{key}': approving,
  'GET /report': everybody,
  'GET /report/export': ['finance', 'manager', 'admin'],
  'GET /retention': admins,
  'PUT /retention': admins,
  'POST /search': everybody,
  'GET /session': everybody,
  'GET /session/left': everybody,
  'POST /statement': everybody,
  'GET /status': admins,
  'GET /views': everybody,
  'POST /views': everybody,
  'PUT /views/{viewId}': everybody,
  'DELETE /views/{viewId}': everybody,
  'PUT /views/{viewId}/pin': everybody,
  'POST /vitals': everybody,
  'GET /waiting': everybody,
}

/** What has no session behind it: machines ask for it, or it holds nothing. */
const withoutSession = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /method-not-allowed',
  'GET /stopping',
  'POST /panel-facts',
  'POST /panel/{code}',
]

const dashboard = new Dashboard()
const prefix = '/api/desk'
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.slice(prefix.length)}`
const ours = (await routes()).filter(({ path }) => path.startsWith(prefix))
const guarded = ours.filter((route) => matrix[nameOf(route)])
const id = randomUUID()
const params = {
  key: 'a',
  code: 'northwind',
  list: 'blocked',
  chunk: '0',
  operation: 'disableToken',
  ...Object.fromEntries(names().map((name) => [name, id])),
}

function names(): string[] {
  return ours.flatMap(({ path }) => [...path.matchAll(/\{(\w+Id)\}/g)].map(([, name = '']) => name))
}

test('every handler of ours stands in the matrix (A06)', () => {
  expect(ours.length).toBeGreaterThan(70)
  expect(ours.map(nameOf).filter((name) => !matrix[name] && !withoutSession.includes(name))).toEqual([])
})

describe('a role that lacks the right is refused, and the journal says so (A06)', () => {
  it.each(guarded.map((route) => ({ ...route, name: nameOf(route) })))('$name', async ({ method, path, handler, name }) => {
    for (const role of roles) {
      const asked = { as: role, params, ...(method === 'GET' ? {} : { body: {} }) }
      const answer = await dashboard.call(handler, method, path.replace(/\{\w+Id\}/g, id), asked)
      if (matrix[name]?.includes(role)) expect([role, [401, 403].includes(answer.status)]).toEqual([role, false])
      else {
        expect([role, answer.status, (await answer.json()).kind]).toEqual([role, 403, 'forbidden'])
        expect(await lastEntry()).toMatchObject({ kind: 'forbidden', person: `The ${role}`, buyer_id: null })
        expect((await lastEntry())?.detail).toContain(`"method":"${method}"`)
      }
    }
  })
})

test('a command that is forbidden leaves an entry, once a minute at most', async () => {
  const entries = async () => (await forbidden()).filter(({ detail }) => detail.includes('"operation":"disableToken"')).length
  const asked = { as: 'finance' as const, params: { buyerId: id }, body: { chargeMethodTokenId: 1 } }
  for (let time = 0; time < 3; time += 1) expect((await dashboard.ask(operations.disableToken, asked)).status).toBe(403)
  expect(await entries()).toBe(1)
})

const forbidden = async () =>
  (await database()).selectFrom('journal').selectAll().where('kind', '=', 'forbidden').orderBy('seq', 'desc').execute()
const lastEntry = async () => (await forbidden())[0]
