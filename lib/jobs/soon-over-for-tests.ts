import type { Terms } from './job-queue'

/** So short a time that a test can wait for its end. */
export const soonOver: Terms = {
  holdSeconds: {
    import: 2,
    'catch-up': 2,
    purge: 2,
    events: 2,
    'event-reads': 2,
    alerts: 2,
    incident: 2,
    'journal-stream': 2,
    hooks: 2,
  },
  tries: 3,
  firstPauseSeconds: 1,
}
