import 'server-only'
import { Gauge, type Registry } from 'prom-client'
import { metricsRegistry } from '@/lib/platform/metrics'
import { singleton } from '@/lib/platform/singleton'
import type { DashboardHealth } from '../dashboard-health'
import { dashboardHealth } from './dashboard-health'

type Reading = { help: string; value: (health: DashboardHealth) => number | null }

const largest = (numbers: readonly number[]) => (numbers.length === 0 ? null : Math.max(...numbers))

/** What is so at the moment it is asked for. */
const readings: Record<string, Reading> = {
  counterfoil_database_up: { help: 'Whether the database responds', value: ({ database }) => Number(database.reachable) },
  counterfoil_unconfirmed_open: {
    help: 'Unconfirmed commands that nobody has settled',
    value: ({ unconfirmed }) => unconfirmed?.open ?? null,
  },
  counterfoil_settlements_contradicted: {
    help: 'Commands whose late answer contradicts how a person settled them',
    value: ({ unconfirmed }) => unconfirmed?.contradicted ?? null,
  },
  counterfoil_unconfirmed_oldest_seconds: {
    help: 'Age of the oldest unsettled command',
    value: ({ unconfirmed }) => unconfirmed?.oldestSeconds ?? null,
  },
  counterfoil_journal_head: { help: 'Number of the newest journal entry', value: ({ journal }) => journal?.head ?? null },
  counterfoil_journal_lag: {
    help: 'Entries of the journal since the last checkpoint of this copy',
    value: ({ journal }) => (journal ? journal.head - (journal.checkpoint?.seq ?? 0) : null),
  },
  counterfoil_journal_checkpoint_age_seconds: {
    help: 'Age of the last checkpoint of this copy',
    value: ({ journal }) => journal?.checkpoint?.ageSeconds ?? null,
  },
  counterfoil_journal_broken: {
    help: 'Whether the journal or its checkpoint file doesn’t match what was written',
    value: ({ journal }) => (journal ? Number(journal.fault !== null) : null),
  },
  counterfoil_journal_pending: {
    help: 'Outcomes that wait in a file of this copy until the database accepts them',
    value: ({ queue }) => queue.journalPending,
  },
  counterfoil_journal_stream_lag_seconds: {
    help: 'Age of the oldest journal entry that the collector or file hasn’t got yet, else 0; only where JOURNAL_STREAM is set',
    value: ({ stream }) => stream?.lagSeconds ?? null,
  },
  counterfoil_service_in_flight: { help: 'Requests to the service in progress', value: ({ queue }) => queue.inFlight },
  counterfoil_service_queue: {
    help: 'Requests to the service that are waiting in the queue',
    value: ({ queue }) => queue.waiting,
  },
  counterfoil_breakers_open: {
    help: 'Merchant accounts whose service we’ve stopped contacting for now',
    value: ({ accounts }) => accounts.filter(({ answering }) => !answering).length,
  },
  counterfoil_keys_refused: {
    help: 'Merchant accounts whose keys the service refuses',
    value: ({ accounts }) => accounts.filter(({ keys }) => keys.refusedAt !== null).length,
  },
  counterfoil_clock_difference_seconds: {
    help: 'The largest difference between our clock and that of a service',
    value: ({ accounts }) => largest(accounts.flatMap(({ keys }) => Math.abs(keys.clockDifference ?? 0))),
  },
  counterfoil_events_lag_seconds: {
    help: 'Age of the oldest event that hasn’t been read yet',
    value: ({ events }) => events?.lagSeconds ?? null,
  },
  counterfoil_events_quiet_seconds: {
    help: 'The longest time for which a merchant account has sent no event, where that is longer than usual, else 0',
    value: ({ at, events }) =>
      events && (largest(events.quiet.map(({ since }) => (Date.parse(at) - Date.parse(since)) / 1_000)) ?? 0),
  },
  counterfoil_events_missing_seconds: {
    help: 'The longest time for which events of our own actions haven’t come, else 0',
    value: ({ at, events }) =>
      events && (largest(events.missing.map(({ since }) => (Date.parse(at) - Date.parse(since)) / 1_000)) ?? 0),
  },
  counterfoil_alerts_day: {
    help: 'Limits that people reached within 24 hours',
    value: ({ alertCounts }) => alertCounts?.limits ?? null,
  },
  counterfoil_alerts_open: {
    help: 'Alerts of rules that nobody has closed',
    value: ({ alertCounts }) => alertCounts?.open ?? null,
  },
  counterfoil_copies: {
    help: 'Copies that have said within a minute that they run',
    value: ({ copies }) => copies?.filter(({ alive }) => alive).length ?? null,
  },
  counterfoil_jobs_failing: {
    help: 'Background work that failed and hasn’t succeeded since',
    value: ({ jobs }) => jobs?.length ?? null,
  },
  counterfoil_merchants_broken: {
    help: 'Whether the merchant accounts file couldn’t be reloaded',
    value: ({ merchantFaults }) => Number(merchantFaults.length > 0),
  },
}

/** Registers the gauges; what it returns reads them anew. A value that cannot be had, because the database is away, is left out. */
function addGauges(registry: Registry): () => Promise<void> {
  const gauges = Object.entries(readings).map(([name, { help, value }]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    value,
  }))
  return async () => {
    const health = await dashboardHealth()
    for (const { gauge, value } of gauges) {
      const now = value(health)
      gauge.reset()
      if (now === null) gauge.remove()
      else gauge.set(now)
    }
  }
}

/** All metrics in Prometheus' text form. */
export async function metricsText(): Promise<string> {
  const registry = metricsRegistry()
  await singleton('read-gauges', () => addGauges(registry))()
  return registry.metrics()
}
