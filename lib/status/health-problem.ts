/** Something of the dashboard's health that an admin has to see to. `since` is ISO in UTC, null where nobody noted it. */
export type HealthProblem = { id: string; title: string; says: string; since: string | null }

/** Background work by its name, in words. */
export const jobLabels: Record<string, string> = {
  import: 'Importing a list',
  'catch-up': 'Finishing what ended copies left open',
  purge: 'Deleting old data',
  events: 'Reading events',
  'event-reads': 'Refreshing buyers because of events',
  alerts: 'Checking alert rules',
  incident: 'Running incidents',
  'journal-stream': 'Sending the journal to the collector',
  hooks: 'Sending notifications to hooks',
}
