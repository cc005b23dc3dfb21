export const dayInMs = 86_400_000

/** `2025-01-06T12:55:48+00:00`, the form of subscriptions. */
export const withOffset = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`

/** `2025-01-06 12:55:48`, the form of charges and tokens: no zone is stated, and the stand-in's is UTC. */
export const withoutZone = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')

/** `2025-01-06`, the service's day: in UTC. */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayInMs)

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000)

/** Whether the text is a day that exists, written `Y-m-d`; 30 February is not one. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && dayOf(date) === text
}
