import { type DashboardRight, may, type Role } from '@/lib/core/roles'

/** What people are told of, in the order in which Settings lists it. */
export const noticeKinds = [
  'approval-waiting',
  'approval-decided',
  'proposal-waiting',
  'mention',
  'refund-decided',
  'settled-by-event',
  'incident-paused',
  'alert',
  'breaker-open',
  'handover',
  'passkeys-changed',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const kindLabels: Record<NoticeKind, string> = {
  'approval-waiting': 'Approval requested',
  'approval-decided': 'Approval decided',
  'proposal-waiting': 'Proposal of a machine',
  mention: 'Mention',
  'refund-decided': 'Refund decided',
  'settled-by-event': 'Unconfirmed action settled',
  'incident-paused': 'Incident paused automatically',
  alert: 'Alert',
  'breaker-open': 'Service not responding',
  handover: 'Hand-over',
  'passkeys-changed': 'Passkeys changed',
}

const needs: Partial<Record<NoticeKind, DashboardRight>> = {
  'approval-waiting': 'approve',
  'proposal-waiting': 'act',
  alert: 'alertRules',
  'breaker-open': 'approve',
}

/** What somebody of a role may be told of. */
export const kindsFor = (role: Role): NoticeKind[] =>
  noticeKinds.filter((kind) => {
    const right = needs[kind]
    return right === undefined || may(role, right)
  })

/** A notice as its person sees it: times are ISO in UTC, `href` is a page of the dashboard. Nothing in it names a buyer. */
export type Notice = {
  id: string
  kind: NoticeKind
  merchant: string
  /** The merchant account's name. */
  account: string
  words: string
  href: string
  at: string
  isNew: boolean
  /** Whether the person wants this kind in the bell, and as the browser's notification. */
  desk: boolean
  browser: boolean
}

/** `total`: how many there are in all. `next` is null where these are the last. */
export type NoticePage = {
  data: Notice[]
  meta: { type: 'collection'; total: number; asOf: string; next: string | null }
}

/** What somebody wants to be told of, by kind. */
export type NoticePreferences = Record<NoticeKind, { desk: boolean; browser: boolean }>

/** So many the bell shows. */
export const maxInBell = 20
