import { countOf } from '../core/count-of'

/** What reading stored events again came to, or would come to. */
export type Replayed = {
  isDryRun: boolean
  /** Events that were read. */
  read: number
  /** Those that now say something else, or are worth something else. */
  events: number
  /** Charges of which Find now tells something else. */
  charges: number
}

const whole = new Intl.NumberFormat('en')

export const describeReplay = ({ isDryRun, read, events, charges }: Replayed): string =>
  `${isDryRun ? 'Would change' : 'Changed'} ${whole.format(events)} of ${countOf(read, 'event')}, and what Find says of ${countOf(charges, 'charge')}.`

export const maxReplayDays = 31
/** From the page; the command has no such limit. */
export const maxReplayed = 20_000
