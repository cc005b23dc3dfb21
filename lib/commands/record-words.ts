import { describeCommand } from '@/lib/operations/words'

/** What kinds of entries there are beside commands, in the words people choose them by. An unknown kind is shown as it is written. */
export const recordKinds: Record<string, string> = {
  searched: 'Searched personal data',
  exported: 'Exported a file',
  revealed: 'Revealed a value',
  'panel-opened': 'Opened the help desk panel',
  alert: 'Alert',
  'alert-closed': 'Closed an alert',
  imported: 'Imported a list',
  typed: 'Recorded a fact',
  note: 'Wrote a note',
  promise: 'Promise to a buyer',
  refund: 'Refund',
  'refund-file': 'Created a refund file',
  quote: 'Quote',
  'checkpoints-accepted': 'Accepted the journal without its earlier checkpoints',
  guide: 'Guided steps',
  settled: 'Settled',
  'approval-asked': 'Requested approval',
  approved: 'Approved',
  declined: 'Declined',
  voided: 'Withdrew a request',
  proposed: 'Proposed by a machine',
  pressed: 'Pressed a proposal',
  'proposal-declined': 'Declined a proposal',
  'proposal-refused': 'Proposal refused',
  'machine-calls': 'Calls of machines',
  assigned: 'Assigned to themselves',
  unassigned: 'Removed an assignment',
  'handover-made': 'Made a hand-over sheet',
  'handover-taken': 'Took over a hand-over sheet',
  'row-closed': 'Closed a row of a list',
  incident: 'Incident',
  setting: 'Changed a setting',
  'retention-set': 'Changed data retention',
  erased: 'Erased a buyer’s data',
  'sign-in-refused': 'Sign-in refused',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'passkey-refused': 'Passkey refused',
  'signature-asked': 'Signature requested',
  'signature-refused': 'Signature refused',
  person: 'Changed a person’s account',
  forbidden: 'Access denied',
}

/** A kind in words: `Took a file out`. */
export function describeKind(kind: string): string {
  const words = recordKinds[kind] ?? kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What an entry is about, where that is no command. */
const subjects: Record<string, string> = {
  exportCharges: 'charge history',
  makeEvidence: 'evidence pack',
  exportJournal: 'journal',
  exportRefunds: 'refunds',
  rejectedRows: 'rejected rows',
  replyText: 'reply text',
  events: 'events of the service',
  eventAddress: 'address for events',
  exportList: 'list across buyers',
  exportReport: 'team report',
  incidentResults: 'results of an incident',
  incidentTexts: 'texts for customers of an incident',
  view: 'shared view',
  alertRule: 'alert rule',
  machineToken: 'token of a machine',
  machines: 'all machines',
  requestRefund: 'refund',
}

/** An entry in a line: its kind, and what it was about. */
export const describeRecord = (kind: string, operation: string | null): string =>
  operation === null ? describeKind(kind) : `${describeKind(kind)}: ${subjects[operation] ?? describeCommand(operation)}`
