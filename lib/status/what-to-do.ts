import { describeClock } from './clock-words'
import type { DashboardHealth, MerchantHealth } from './dashboard-health'

/** A state that isn't fine, and in a sentence what is to be done and who does it. `href` leads to where that is. */
export type ToDo = { id: string; state: string; says: string; href?: string }

/** A signed date that is further off may be refused; the service's tolerance is not documented. */
export const noticeableSeconds = 30

const behindSeconds = 300

/** Everything on the page that isn't fine, the worst first. */
export function whatToDo(health: DashboardHealth): ToDo[] {
  return [
    ...ofRecord(health),
    ...ofStream(health),
    ...ofFile(health),
    ...health.accounts.flatMap(ofMerchant),
    ...ofEvents(health),
    ...ofServers(health),
    ...ofOutcomes(health),
    ...ofUnconfirmed(health),
    ...ofAlerts(health),
  ]
}

function ofRecord({ database, journal }: DashboardHealth): ToDo[] {
  if (!database.reachable)
    return [
      {
        id: 'database',
        state: 'The database isn’t responding, so nothing can be sent.',
        says:
          database.engine === 'PostgreSQL'
            ? 'The person who runs the servers checks that PostgreSQL runs, that this server reaches it, and that its disk has room.'
            : 'The person who runs the server checks that the data folder is there, can be written to, and that its disk has room.',
      },
    ]
  if (!journal?.fault) return []
  return [
    {
      id: 'journal',
      state: 'The journal can’t be relied on.',
      says: 'The person who runs the server copies the database before anything else, then runs npm run verify to see the first entry that is wrong.',
    },
  ]
}

/** Nothing is lost: it's sent again until it's taken. */
const ofStream = ({ stream }: DashboardHealth): ToDo[] =>
  stream === null || stream.lagSeconds <= behindSeconds
    ? []
    : [
        {
          id: 'stream',
          state: 'The journal doesn’t reach the collector.',
          says: `The person who runs the servers checks the address or file in JOURNAL_STREAM${stream.failing ? ` (last failure: ${stream.failing.why})` : ''}. It’s tried again automatically, and nothing is lost.`,
        },
      ]

const ofFile = ({ merchantFaults }: DashboardHealth): ToDo[] =>
  merchantFaults.length === 0
    ? []
    : [
        {
          id: 'accounts',
          state: 'The merchant accounts file has errors.',
          says: 'The person who runs the server corrects the lines named above. The file is reloaded automatically.',
        },
      ]

function ofMerchant({ code, name, answering, keys, serviceHost }: MerchantHealth): ToDo[] {
  const off = keys.clockDifference
  return [
    ...(keys.refusedAt === null
      ? []
      : [
          {
            id: `keys ${code}`,
            state: `The service refuses the keys of ${name}.`,
            says: 'An admin compares the keys and the service id with the service’s own, corrects the merchant accounts file, and tests the connection in Settings.',
            href: '/settings',
          },
        ]),
    ...(answering
      ? []
      : [
          {
            id: `service ${code}`,
            state: `The service of ${name} isn’t responding.`,
            says: `We try again automatically. If it lasts for more than a few minutes, an admin asks the operator of ${serviceHost}.`,
          },
        ]),
    ...(off === null || Math.abs(off) <= noticeableSeconds
      ? []
      : [
          {
            id: `clock ${code}`,
            state: `The service’s clock at ${name} ${describeClock(off)}.`,
            says: 'The person who runs the server checks its clock against a time server first, because the service may refuse requests with another time.',
          },
        ]),
  ]
}

function ofEvents({ events }: DashboardHealth): ToDo[] {
  if (events === null) return []
  return [
    ...events.quiet.map(({ code, name }) => ({
      id: `events ${code}`,
      state: `${name} has sent no event for longer than usual.`,
      says: 'An admin asks the service’s staff whether it still posts events, and to which address. Until then Find may not know the newest charges.',
      href: '/settings/events',
    })),
    ...events.missing.map(({ code, name }) => ({
      id: `events-missing ${code}`,
      state: `${name} doesn’t send the events of our own actions.`,
      says: 'An admin asks the service’s staff whether it still posts events of subscriptions. Until then unconfirmed actions aren’t settled automatically.',
      href: '/settings/events',
    })),
    ...(events.lagSeconds <= behindSeconds
      ? []
      : [
          {
            id: 'events-behind',
            state: 'Events wait to be read.',
            says: 'The person who runs the servers looks in the log for the job that failed. Nothing is lost: they’re read once it runs.',
            href: '/settings/events',
          },
        ]),
  ]
}

const ofOutcomes = ({ queue: { journalPending } }: DashboardHealth): ToDo[] =>
  journalPending === 0
    ? []
    : [
        {
          id: 'outcomes',
          state: journalPending === 1 ? '1 outcome waits for the database.' : `${journalPending} outcomes wait for the database.`,
          says: 'The person who runs the server sees to the database and keeps the data folder. They’re then saved automatically.',
        },
      ]

function ofUnconfirmed({ unconfirmed }: DashboardHealth): ToDo[] {
  if (unconfirmed === null) return []
  const { open, contradicted } = unconfirmed
  const href = '/journal?outcome=unconfirmed'
  return [
    ...(open === 0
      ? []
      : [
          {
            id: 'unconfirmed',
            state: open === 1 ? '1 action is unconfirmed.' : `${open} actions are unconfirmed.`,
            says: 'The person who sent it checks what the service has and settles it in the journal. If they’re away, a manager does.',
            href,
          },
        ]),
    ...(contradicted === 0
      ? []
      : [
          {
            id: 'contradicted',
            state:
              contradicted === 1 ? '1 settled action was contradicted.' : `${contradicted} settled actions were contradicted.`,
            says: 'The service answered otherwise after somebody settled it. A manager reads both in the journal and tells who settled it.',
            href: '/journal',
          },
        ]),
  ]
}

/** Copies that ended without saying so, and background work that fails. */
function ofServers({ copies, jobs }: DashboardHealth): ToDo[] {
  const lost = (copies ?? []).filter(({ alive }) => !alive)
  return [
    ...(lost.length === 0
      ? []
      : [
          {
            id: 'copies',
            state:
              lost.length === 1
                ? 'A copy of the dashboard has disappeared.'
                : `${lost.length} copies of the dashboard have disappeared.`,
            says:
              lost.length === 1
                ? 'The person who runs the servers checks whether it was ended on purpose, and starts it again if it wasn’t.'
                : 'The person who runs the servers checks which of them were ended on purpose, and starts the others again.',
          },
        ]),
    ...(jobs === null || jobs.length === 0
      ? []
      : [
          {
            id: 'jobs',
            state: 'Background work fails.',
            says: 'The person who runs the servers looks in the log for job_failed. It’s tried again automatically.',
          },
        ]),
  ]
}

function ofAlerts({ alertCounts }: DashboardHealth): ToDo[] {
  const { open, limits } = alertCounts ?? { open: 0, limits: 0 }
  return [
    ...(open === 0
      ? []
      : [
          {
            id: 'alerts-open',
            state: open === 1 ? '1 alert is open.' : `${open} alerts are open.`,
            says: 'A manager looks at what was counted, and closes each in Settings.',
            href: '/settings/alerts',
          },
        ]),
    ...(limits === 0
      ? []
      : [
          {
            id: 'alerts',
            state: limits === 1 ? 'Somebody reached a limit.' : `Limits were reached ${limits} times.`,
            says: 'A manager asks the people named below what they needed. The limit ends within the hour.',
          },
        ]),
  ]
}
