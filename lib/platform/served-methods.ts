import 'server-only'
import { dashboardPath, panelPath } from '@/lib/core/routes'
import { operations } from '@/lib/operations'

/** Which methods each of our own handlers serves. A test holds it against the handlers there are. */
const dashboardMethods = {
  'account/passkeys': 'GET POST PUT',
  'account/passkeys/{passkeyId}': 'DELETE',
  'account/password': 'PUT',
  'account/sessions': 'GET DELETE',
  'account/sessions/{sessionId}': 'DELETE',
  'actions/{actionId}': 'GET',
  'actions/{actionId}/check': 'POST',
  'actions/{actionId}/send-again': 'POST',
  'actions/{actionId}/settle': 'POST',
  'actions/{actionId}/undo': 'POST',
  agents: 'GET POST',
  'agents/{tokenId}': 'DELETE',
  'agents/off': 'POST',
  'agents/on': 'POST',
  'alert-rules': 'GET POST',
  'alert-rules/{ruleId}': 'PUT DELETE',
  alerts: 'GET',
  'alerts/{alertId}/close': 'POST',
  'approval-rules': 'GET POST',
  'approval-rules/{ruleId}': 'DELETE',
  approvals: 'GET POST',
  'approvals/{approvalId}': 'GET',
  'approvals/{approvalId}/ask-again': 'POST',
  'approvals/{approvalId}/decide': 'POST',
  'buyers/{buyerId}/actions': 'GET',
  'buyers/{buyerId}/charges': 'GET',
  'buyers/{buyerId}/charges/figures': 'GET',
  'buyers/{buyerId}/charges/reading': 'GET',
  'buyers/{buyerId}/evidence': 'POST',
  'buyers/{buyerId}/export': 'POST',
  'buyers/{buyerId}/facts': 'POST',
  'buyers/{buyerId}/guides': 'GET',
  'buyers/{buyerId}/known': 'GET',
  'buyers/{buyerId}/notes': 'GET POST',
  'buyers/{buyerId}/orders': 'GET',
  'buyers/{buyerId}/presence': 'POST',
  'buyers/{buyerId}/refundable': 'GET',
  'buyers/{buyerId}/refunds': 'GET',
  'buyers/{buyerId}/reveal': 'POST',
  'drafts/{key}': 'GET PUT DELETE',
  erasures: 'POST',
  events: 'GET',
  'events/addresses': 'POST',
  'events/addresses/{addressId}': 'DELETE',
  'events/overview': 'GET',
  'events/replay': 'POST',
  'events/settings': 'PUT',
  'events/test': 'POST',
  'events/{eventId}': 'GET',
  'evidence/verify': 'POST',
  guides: 'POST',
  'guides/{guideId}/steps': 'POST',
  handovers: 'GET POST',
  'handovers/{handoverId}': 'GET',
  'handovers/{handoverId}/take': 'POST',
  'health/live': 'GET',
  'health/ready': 'GET',
  hooks: 'GET POST',
  'hooks/{hookId}': 'DELETE PUT',
  'hooks/{hookId}/deliveries/{deliveryId}/again': 'POST',
  imports: 'GET POST',
  'imports/{importId}': 'GET DELETE',
  'imports/{importId}/check': 'POST',
  'imports/{importId}/rejected': 'GET',
  'imports/{importId}/start': 'POST',
  incidents: 'GET POST',
  'incidents/{incidentId}': 'GET PUT',
  'incidents/{incidentId}/again': 'POST',
  'incidents/{incidentId}/ask': 'POST',
  'incidents/{incidentId}/close': 'POST',
  'incidents/{incidentId}/decide': 'POST',
  'incidents/{incidentId}/go-on': 'POST',
  'incidents/{incidentId}/inverse': 'POST',
  'incidents/{incidentId}/look': 'POST',
  'incidents/{incidentId}/pause': 'POST',
  'incidents/{incidentId}/preview': 'POST',
  'incidents/{incidentId}/rate': 'POST',
  'incidents/{incidentId}/results.csv': 'GET',
  'incidents/{incidentId}/resume': 'POST',
  'incidents/{incidentId}/rows': 'GET',
  'incidents/{incidentId}/rows/{chunk}': 'PUT',
  'incidents/{incidentId}/start': 'POST',
  'incidents/{incidentId}/stop': 'POST',
  'incidents/{incidentId}/take-over': 'POST',
  'incidents/{incidentId}/texts': 'GET',
  'incidents/{incidentId}/texts.csv': 'GET',
  journal: 'GET',
  'journal/export': 'GET',
  'journal/records': 'GET',
  'journal/verify': 'GET',
  letterhead: 'PUT',
  lists: 'GET',
  'lists/{list}': 'GET',
  'lists/{list}/close': 'POST',
  'lists/{list}/export': 'GET',
  'mentions/{noteId}': 'DELETE',
  'merchants/{code}/test': 'POST',
  'method-not-allowed': 'GET',
  metrics: 'GET',
  morning: 'GET',
  'notes/{noteId}': 'GET PUT',
  notices: 'GET',
  'notices/preferences': 'GET PUT',
  'notices/seen': 'POST',
  owners: 'PUT',
  'panel-facts': 'POST',
  'panel/{code}': 'POST',
  people: 'GET POST',
  'people/{accountId}': 'PATCH',
  'people/{accountId}/passkeys': 'POST',
  'people/{accountId}/passkeys/decide': 'POST',
  'people/{accountId}/password': 'POST',
  'people/{accountId}/sessions': 'DELETE',
  preview: 'POST',
  'promises/{promiseId}': 'PUT',
  quotes: 'GET POST',
  'quotes/{quoteId}': 'GET',
  'quotes/{quoteId}/check': 'POST',
  'quotes/{quoteId}/share': 'POST',
  'quotes/{quoteId}/withdraw': 'POST',
  'reason-presets': 'GET',
  'reason-presets/{operation}': 'PUT DELETE',
  recent: 'GET',
  refunds: 'GET POST',
  'refunds/batches': 'GET POST',
  'refunds/export': 'GET',
  'refunds/batches/{batchId}': 'GET',
  'refunds/{refundId}': 'GET',
  'refunds/{refundId}/decide': 'POST',
  'refunds/{refundId}/end': 'POST',
  'refunds/{refundId}/undo': 'POST',
  replies: 'GET',
  'replies/{key}': 'GET PUT',
  report: 'GET',
  'report/export': 'GET',
  retention: 'GET PUT',
  search: 'POST',
  session: 'GET',
  'session/left': 'GET',
  statement: 'POST',
  status: 'GET',
  stopping: 'GET',
  views: 'GET POST',
  'views/{viewId}': 'PUT DELETE',
  'views/{viewId}/pin': 'PUT',
  vitals: 'POST',
  waiting: 'GET',
}

const methods = new Map<string, Set<string>>()
for (const [path, served] of Object.entries(dashboardMethods)) methods.set(`${dashboardPath}${path}`, new Set(served.split(' ')))
for (const { path, method } of Object.values(operations)) methods.set(path, (methods.get(path) ?? new Set()).add(method))
methods.set(panelPath, new Set(['GET', 'POST']))
methods.set('/api/auth/{nextauth}', new Set(['GET', 'POST']))
methods.set('/api/events/{account}/{secret}', new Set(['POST']))
for (const name of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes']) methods.set(`/api/scim/v2/${name}`, new Set(['GET']))
methods.set('/api/scim/v2/Users', new Set(['GET', 'POST']))
methods.set('/api/scim/v2/Users/{userId}', new Set(['GET', 'PUT', 'PATCH', 'DELETE']))
const forMachines = new Set(['POST'])
methods.set('/api/mcp', forMachines)

/** Written out before named parts, which is which of two addresses that both fit is meant. */
const patterns = [...methods]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, served]) => ({ pattern: patternOf(path), methods: inOrder(served) }))

function patternOf(path: string): RegExp {
  const rest = path === '/api/auth/{nextauth}' ? '.+' : '[^/]+'
  return new RegExp(`^${path.replace(/\{\w+\}/g, rest)}$`)
}

/** With what the framework adds to each. */
function inOrder(served: Set<string>): string[] {
  const order = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  if (served === forMachines) return ['POST'] // whose protocol asks for nothing else
  return order.filter((method) => served.has(method) || method === 'OPTIONS' || (method === 'HEAD' && served.has('GET')))
}

/** The methods that a handler is asked by, at a path that can be decoded; undefined where there is none. */
export function methodsAt(path: string): string[] | undefined {
  const decoded = path
    .split('/')
    .map((segment) => decodeURIComponent(segment).replaceAll('/', '_'))
    .join('/')
  return patterns.find(({ pattern }) => pattern.test(decoded))?.methods
}
