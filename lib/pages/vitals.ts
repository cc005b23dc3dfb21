/** The pages whose speed is measured, by their routes: no id comes into the metrics. A test holds them against the pages there are. */
export const measuredPages = [
  '/',
  '/approvals',
  '/buyers/new',
  '/buyers/{buyerId}',
  '/buyers/{buyerId}/charges',
  '/buyers/{buyerId}/charges/{orderId}',
  '/buyers/{buyerId}/prices',
  '/buyers/{buyerId}/statement',
  '/evidence',
  '/handover',
  '/incidents',
  '/incidents/new',
  '/incidents/{incidentId}',
  '/journal',
  '/journal/records',
  '/lists',
  '/lists/{list}',
  '/orders/new',
  '/prices',
  '/quotes',
  '/quotes/{quoteId}',
  '/refunds',
  '/report',
  '/settings',
  '/settings/account',
  '/settings/alerts',
  '/settings/approvals',
  '/settings/data',
  '/settings/events',
  '/settings/letterhead',
  '/settings/machines',
  '/settings/notifications',
  '/settings/people',
  '/settings/replies',
  '/settings/status',
] as const
export type MeasuredPage = (typeof measuredPages)[number]

/** Core Web Vitals: largest and first paint, the slowest interaction, what moved, and the server's first byte. */
export const vitalNames = ['LCP', 'FCP', 'INP', 'CLS', 'TTFB'] as const
export type VitalName = (typeof vitalNames)[number]

/** In milliseconds; `CLS` is a score without a unit. */
export type Vital = { page: MeasuredPage; name: VitalName; value: number }

export const maxVitals = 50

const patternOf = (page: MeasuredPage) => new RegExp(`^${page.replace(/\{\w+\}/g, '[^/]+')}$`)
const isNamed = (path: string) => (page: MeasuredPage) => page === path
const isLike = (path: string) => (page: MeasuredPage) => patternOf(page).test(path)

/** The page at a path, such as `/buyers/{buyerId}`; null for a path that is none of ours. */
export const measuredPageAt = (path: string): MeasuredPage | null =>
  measuredPages.find(isNamed(path)) ?? measuredPages.find(isLike(path)) ?? null
