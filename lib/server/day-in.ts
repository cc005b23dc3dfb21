import 'server-only'

/** The calendar day `YYYY-MM-DD` that it is in a time zone. */
export function dayIn(timeZone: string, now: Date): string {
  // The Swedish way of writing a date is ISO 8601's.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}
