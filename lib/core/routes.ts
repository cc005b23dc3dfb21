/** Where our own handlers are. Every address of theirs that is asked for is made by a function below; a test finds the `route.ts` of each. */

export const dashboardPath = '/api/desk/'

/** The page that a help desk shows in a frame. */
export const panelPath = '/panel'

const pathTo = (path: TemplateStringsArray, ...parts: string[]) =>
  `${dashboardPath}${String.raw({ raw: path }, ...parts.map(encodeURIComponent))}`

/** An address with its parameters; what is null or undefined is left out. */
export function withSearch(address: string, parameters: Partial<Record<string, string | null | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value == null ? [] : [[name, value]]))
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

export const session = () => pathTo`session`
export const sessionLeft = () => pathTo`session/left`
export const ownPassword = () => pathTo`account/password`
export const ownSessions = () => pathTo`account/sessions`
export const ownSession = (sessionId: string) => pathTo`account/sessions/${sessionId}`
export const ownPasskeys = () => pathTo`account/passkeys`
export const ownPasskey = (passkeyId: string) => pathTo`account/passkeys/${passkeyId}`
export const people = () => pathTo`people`
export const person = (accountId: string) => pathTo`people/${accountId}`
export const personPassword = (accountId: string) => pathTo`people/${accountId}/password`
export const personPasskeys = (accountId: string) => pathTo`people/${accountId}/passkeys`
export const personPasskeysDecide = (accountId: string) => pathTo`people/${accountId}/passkeys/decide`
export const personSessions = (accountId: string) => pathTo`people/${accountId}/sessions`

export const search = () => pathTo`search`
export const statement = () => pathTo`statement`
export const recent = () => pathTo`recent`
export const morning = () => pathTo`morning`
export const waiting = () => pathTo`waiting`
export const vitals = () => pathTo`vitals`
export const notices = () => pathTo`notices`
export const noticesSeen = () => pathTo`notices/seen`
export const noticePreferences = () => pathTo`notices/preferences`
export const hooks = () => pathTo`hooks`
export const hook = (hookId: string) => pathTo`hooks/${hookId}`
export const deliveryAgain = (hookId: string, deliveryId: string) => pathTo`hooks/${hookId}/deliveries/${deliveryId}/again`

export const buyerActions = (buyerId: string) => pathTo`buyers/${buyerId}/actions`
export const buyerCharges = (buyerId: string) => pathTo`buyers/${buyerId}/charges`
export const buyerChargeFigures = (buyerId: string) => pathTo`buyers/${buyerId}/charges/figures`
export const buyerChargeReading = (buyerId: string) => pathTo`buyers/${buyerId}/charges/reading`
export const buyerEvidence = (buyerId: string) => pathTo`buyers/${buyerId}/evidence`
export const buyerExport = (buyerId: string) => pathTo`buyers/${buyerId}/export`
export const buyerFacts = (buyerId: string) => pathTo`buyers/${buyerId}/facts`
export const buyerGuides = (buyerId: string) => pathTo`buyers/${buyerId}/guides`
export const buyerKnown = (buyerId: string) => pathTo`buyers/${buyerId}/known`
export const buyerNotes = (buyerId: string) => pathTo`buyers/${buyerId}/notes`
export const buyerOrders = (buyerId: string) => pathTo`buyers/${buyerId}/orders`
export const buyerPresence = (buyerId: string) => pathTo`buyers/${buyerId}/presence`
export const buyerRefundable = (buyerId: string) => pathTo`buyers/${buyerId}/refundable`
export const buyerRefunds = (buyerId: string) => pathTo`buyers/${buyerId}/refunds`
export const buyerReveal = (buyerId: string) => pathTo`buyers/${buyerId}/reveal`

export const note = (noteId: string) => pathTo`notes/${noteId}`
export const promise = (promiseId: string) => pathTo`promises/${promiseId}`
export const mention = (noteId: string) => pathTo`mentions/${noteId}`
export const guides = () => pathTo`guides`
export const guideSteps = (guideId: string) => pathTo`guides/${guideId}/steps`
export const evidenceVerify = () => pathTo`evidence/verify`

export const preview = () => pathTo`preview`
export const draft = (key: string) => pathTo`drafts/${key}`
export const action = (actionId: string) => pathTo`actions/${actionId}`
export const actionCheck = (actionId: string) => pathTo`actions/${actionId}/check`
export const actionSettle = (actionId: string) => pathTo`actions/${actionId}/settle`
export const actionUndo = (actionId: string) => pathTo`actions/${actionId}/undo`
export const actionSendAgain = (actionId: string) => pathTo`actions/${actionId}/send-again`
export const agents = () => pathTo`agents`
export const agent = (tokenId: string) => pathTo`agents/${tokenId}`
export const agentsOff = () => pathTo`agents/off`
export const agentsOn = () => pathTo`agents/on`
export const approvals = () => pathTo`approvals`
export const approval = (approvalId: string) => pathTo`approvals/${approvalId}`
export const approvalAskAgain = (approvalId: string) => pathTo`approvals/${approvalId}/ask-again`
export const approvalDecide = (approvalId: string) => pathTo`approvals/${approvalId}/decide`

export const journal = () => pathTo`journal`
export const journalExport = () => pathTo`journal/export`
export const journalRecords = () => pathTo`journal/records`
export const journalVerify = () => pathTo`journal/verify`

export const lists = () => pathTo`lists`
export const list = (name: string) => pathTo`lists/${name}`
export const listClose = (name: string) => pathTo`lists/${name}/close`
export const listExport = (name: string) => pathTo`lists/${name}/export`

export const views = () => pathTo`views`
export const view = (viewId: string) => pathTo`views/${viewId}`
export const viewPin = (viewId: string) => pathTo`views/${viewId}/pin`

export const owners = () => pathTo`owners`
export const handovers = () => pathTo`handovers`
export const handover = (handoverId: string) => pathTo`handovers/${handoverId}`
export const handoverTake = (handoverId: string) => pathTo`handovers/${handoverId}/take`
export const report = () => pathTo`report`
export const reportExport = () => pathTo`report/export`

export const quotes = () => pathTo`quotes`
export const quote = (quoteId: string) => pathTo`quotes/${quoteId}`
export const quoteCheck = (quoteId: string) => pathTo`quotes/${quoteId}/check`
export const quoteShare = (quoteId: string) => pathTo`quotes/${quoteId}/share`
export const quoteWithdraw = (quoteId: string) => pathTo`quotes/${quoteId}/withdraw`
export const refunds = () => pathTo`refunds`
export const refund = (refundId: string) => pathTo`refunds/${refundId}`
export const refundDecide = (refundId: string) => pathTo`refunds/${refundId}/decide`
export const refundUndo = (refundId: string) => pathTo`refunds/${refundId}/undo`
export const refundEnd = (refundId: string) => pathTo`refunds/${refundId}/end`
export const refundsExport = () => pathTo`refunds/export`
export const refundBatches = () => pathTo`refunds/batches`
export const refundBatch = (batchId: string) => pathTo`refunds/batches/${batchId}`

export const letterhead = () => pathTo`letterhead`
export const approvalRules = () => pathTo`approval-rules`
export const approvalRule = (ruleId: string) => pathTo`approval-rules/${ruleId}`
export const reasonPresets = (operation: string) => pathTo`reason-presets/${operation}`
export const replies = () => pathTo`replies`
export const reply = (key: string) => pathTo`replies/${key}`
export const events = () => pathTo`events`
export const event = (eventId: string) => pathTo`events/${eventId}`
export const eventsReplay = () => pathTo`events/replay`
export const eventsTest = () => pathTo`events/test`
export const eventsOverview = () => pathTo`events/overview`
export const eventAddresses = () => pathTo`events/addresses`
export const eventAddress = (addressId: string) => pathTo`events/addresses/${addressId}`
export const eventSettings = () => pathTo`events/settings`
export const alertRules = () => pathTo`alert-rules`
export const alertRule = (ruleId: string) => pathTo`alert-rules/${ruleId}`
export const alerts = () => pathTo`alerts`
export const alertClose = (alertId: string) => pathTo`alerts/${alertId}/close`
export const retention = () => pathTo`retention`
export const erasures = () => pathTo`erasures`
export const imports = () => pathTo`imports`
export const importOf = (importId: string) => pathTo`imports/${importId}`
export const importCheck = (importId: string) => pathTo`imports/${importId}/check`
export const importStart = (importId: string) => pathTo`imports/${importId}/start`
export const importRejected = (importId: string) => pathTo`imports/${importId}/rejected`
export const merchantTest = (code: string) => pathTo`merchants/${code}/test`

export const panelOpening = (helpDesk: string) => pathTo`panel/${helpDesk}`
export const panelFacts = () => pathTo`panel-facts`

export const stopping = () => pathTo`stopping`
export const methodNotAllowed = () => pathTo`method-not-allowed`

export const incidents = () => pathTo`incidents`
export const incident = (incidentId: string) => pathTo`incidents/${incidentId}`
export const incidentRows = (incidentId: string) => pathTo`incidents/${incidentId}/rows`
export const incidentChunk = (incidentId: string, chunk: string) => pathTo`incidents/${incidentId}/rows/${chunk}`
export const incidentPreview = (incidentId: string) => pathTo`incidents/${incidentId}/preview`
export const incidentAsk = (incidentId: string) => pathTo`incidents/${incidentId}/ask`
export const incidentDecide = (incidentId: string) => pathTo`incidents/${incidentId}/decide`
export const incidentStart = (incidentId: string) => pathTo`incidents/${incidentId}/start`
export const incidentLook = (incidentId: string) => pathTo`incidents/${incidentId}/look`
export const incidentGoOn = (incidentId: string) => pathTo`incidents/${incidentId}/go-on`
export const incidentPause = (incidentId: string) => pathTo`incidents/${incidentId}/pause`
export const incidentResume = (incidentId: string) => pathTo`incidents/${incidentId}/resume`
export const incidentStop = (incidentId: string) => pathTo`incidents/${incidentId}/stop`
export const incidentClose = (incidentId: string) => pathTo`incidents/${incidentId}/close`
export const incidentTakeOver = (incidentId: string) => pathTo`incidents/${incidentId}/take-over`
export const incidentRate = (incidentId: string) => pathTo`incidents/${incidentId}/rate`
export const incidentInverse = (incidentId: string) => pathTo`incidents/${incidentId}/inverse`
export const incidentAgain = (incidentId: string) => pathTo`incidents/${incidentId}/again`
export const incidentResults = (incidentId: string) => pathTo`incidents/${incidentId}/results.csv`
export const incidentTexts = (incidentId: string) => pathTo`incidents/${incidentId}/texts`
export const incidentTextsFile = (incidentId: string) => pathTo`incidents/${incidentId}/texts.csv`
