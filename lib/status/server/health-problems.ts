import 'server-only'
import { pendingOutcomes } from '@/lib/commands/server/unwritten-outcomes'
import { database } from '@/lib/database/open'
import { missingAccounts, quietAccounts } from '@/lib/events/server/health'
import { failingJobs } from '@/lib/jobs/health'
import { journalFault } from '@/lib/journal/checkpoint-claims'
import { hooksTurnedOff } from '@/lib/notices/server/hooks'
import { merchantFaults } from '@/lib/service/merchant-keys'
import { type HealthProblem, jobLabels } from '../health-problem'
import { merchantsHealth } from './merchant-health'

/** What an admin has to see to now, from what this copy knows and the end of the journal. Asks the service nothing. */
export async function healthProblemsNow(): Promise<HealthProblem[]> {
  const fault = await journalFault(await database())
  const failing = await failingJobs(await database())
  const hooks = await hooksTurnedOff(await database())
  const unwritten = pendingOutcomes()
  const ofAccounts = merchantsHealth().flatMap(({ code, name, answering, keys }): HealthProblem[] => [
    ...(keys.refusedAt === null
      ? []
      : [{ id: `keys ${code}`, title: 'The service refuses our keys', says: name, since: keys.refusedAt }]),
    ...(answering ? [] : [{ id: `service ${code}`, title: 'The service isn’t responding', says: name, since: null }]),
  ])
  return [
    ...(fault === null ? [] : [{ id: 'journal', title: 'The journal can’t be relied on', says: fault, since: null }]),
    ...ofAccounts,
    ...(await ofEvents()),
    ...failing.map(({ name, times, since }, place) => ({
      id: `jobs ${name} ${place}`,
      title: 'Background work fails',
      says: `${jobLabels[name] ?? name}, ${times === 1 ? 'once' : `${times} times`} so far`,
      since,
    })),
    ...hooks.map(({ id, name, since }) => ({
      id: `hooks ${id}`,
      title: 'A hook failed for 24 hours and is off',
      says: name,
      since,
    })),
    ...(merchantFaults().length === 0
      ? []
      : [
          {
            id: 'accounts',
            title: 'The merchant accounts file has errors',
            says: 'It wasn’t loaded. The previous accounts stay in use.',
            since: null,
          },
        ]),
    ...(unwritten === 0
      ? []
      : [
          {
            id: 'outcomes',
            title: unwritten === 1 ? '1 outcome isn’t saved yet' : `${unwritten} outcomes aren’t saved yet`,
            says: 'They wait in memory and on disk until the database accepts them.',
            since: null,
          },
        ]),
  ]
}

async function ofEvents(): Promise<HealthProblem[]> {
  const quiet = await quietAccounts(await database(), Date.now())
  const missing = await missingAccounts(await database())
  return [
    ...quiet.map(({ code, name, since }) => ({
      id: `events ${code}`,
      title: 'No event for longer than usual',
      says: name,
      since,
    })),
    ...missing.map(({ code, name, since }) => ({
      id: `events-missing ${code}`,
      title: 'Events of our own actions don’t come',
      says: name,
      since,
    })),
  ]
}
