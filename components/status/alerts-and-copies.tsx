import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { State } from '@/components/ui/state'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { type Alert, type DashboardHealth, maxAlerts } from '@/lib/status/dashboard-health'
import { jobLabels } from '@/lib/status/health-problem'

/** Limits that people reached within a day, and what rules found. `alerts` is null if the database is unreachable. */
export function AlertsCard({ alerts, accounts }: Pick<DashboardHealth, 'alerts' | 'accounts'>) {
  return (
    <Card aria-labelledby="alerts">
      <CardHead title="Alerts of the last 24 hours, and open ones" id="alerts" count={alerts?.length ?? 0} />
      {alerts === null || alerts.length === 0 ? (
        <CardBody>
          <p className="text-muted">
            {alerts === null
              ? 'Unknown while the database is down.'
              : 'No alerts. Nobody reached a limit, and no rule found anything.'}
          </p>
        </CardBody>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">Alert</th>
              <th scope="col" className="text-right!">
                Entry
              </th>
            </tr>
          </thead>
          <tbody>
            {alerts.map((alert) => (
              <tr key={alert.seq}>
                <td>
                  <Time at={alert.at} align="start" />
                </td>
                <td>{alert.href === null ? alert.person : 'a rule'}</td>
                <td className="max-sm:whitespace-normal">
                  <AlertText
                    alert={alert}
                    account={accounts.find(({ code }) => code === alert.merchant)?.name ?? alert.merchant}
                  />
                </td>
                <td className="text-right tabular-nums">{alert.seq}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {alerts?.length === maxAlerts && <CardFoot>At most {maxAlerts} are listed, the newest first.</CardFoot>}
    </Card>
  )
}

/** The rows may be another merchant account's, so the whole page is loaded. */
function AlertText({ alert: { words, href, merchant, closedBy }, account }: { alert: Alert; account: string }) {
  if (href === null) return `Limit reached: ${words}`
  const there = `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ merchant })}`
  return (
    <>
      <a href={there} className="text-accent hover:underline">
        {words}
      </a>
      <span className="block pb-1 text-meta text-muted">
        {account}, {closedBy === null ? 'open' : `closed by ${closedBy}`}
      </span>
    </>
  )
}

type CopiesProps = Pick<DashboardHealth, 'copies' | 'jobs'>

/** The copies that run, those that were lost, and background work that fails. Both are null if the database is unreachable. */
export function CopiesCard({ copies, jobs }: CopiesProps) {
  const alive = (copies ?? []).filter((copy) => copy.alive)
  const lost = (copies ?? []).filter((copy) => !copy.alive)
  return (
    <Card aria-labelledby="copies">
      <CardHead title="Copies and background work" id="copies" count={alive.length} />
      {copies === null ? (
        <CardBody>
          <p className="text-muted">Unknown while the database is down.</p>
        </CardBody>
      ) : (
        <ul className="divide-y text-table">
          {alive.map(({ name, version, startedAt }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <State kind="settled">Running</State>
              <span className="min-w-0 font-mono text-meta wrap-anywhere">{name}</span>
              <span className="ml-auto text-meta text-muted">
                {version}, since <Time at={startedAt} align="end" />
              </span>
            </li>
          ))}
          {lost.map(({ name, seenAt }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <State kind="declined">Disappeared</State>
              <span className="min-w-0 font-mono text-meta wrap-anywhere">{name}</span>
              <span className="ml-auto text-meta text-muted">
                last seen <Time at={seenAt} align="end" />
              </span>
            </li>
          ))}
          {(jobs ?? []).map(({ name, times, why, since }) => (
            <li key={name + since} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <State kind="declined">Fails</State>
              <span>{jobLabels[name] ?? name}</span>
              <span className="ml-auto text-meta text-muted">
                {times === 1 ? 'once' : `${times} times`} ({why}), since <Time at={since} align="end" />
              </span>
            </li>
          ))}
          {jobs?.length === 0 && <li className="px-4 py-2 text-muted">No background work fails.</li>}
        </ul>
      )}
    </Card>
  )
}
