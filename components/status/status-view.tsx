import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Notice } from '@/components/ui/notice'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import { formatSize } from '@/lib/core/size-words'
import type { DashboardHealth } from '@/lib/status/dashboard-health'
import { type ToDo, whatToDo } from '@/lib/status/what-to-do'
import { AlertsCard, CopiesCard } from './alerts-and-copies'
import { ServicesCard } from './services-card'

/** Health of the dashboard: alerts first, then each part. */
export function StatusView({ health }: { health: DashboardHealth }) {
  return (
    <>
      {health.merchantFaults.length > 0 && (
        <Notice kind="danger" role="alert">
          <b className="font-semibold">
            The merchant accounts file has errors, so it wasn’t loaded. The previous accounts stay in use.
          </b>
          <ul className="list-disc pl-4 text-ink-2">
            {health.merchantFaults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ToDoCard todos={whatToDo(health)} />
      <ServicesCard merchants={health.accounts} />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <RecordCard {...health} />
        <InProgressCard {...health} />
      </div>
      <CopiesCard copies={health.copies} jobs={health.jobs} />
      <AlertsCard alerts={health.alerts} accounts={health.accounts} />
      <p className="text-meta text-muted">
        As of <Time at={health.at} />. The queue and waiting outcomes are those of the copy that answered.
      </p>
    </>
  )
}

/** For each state that isn’t fine, what to do and who does it. */
function ToDoCard({ todos }: { todos: readonly ToDo[] }) {
  return (
    <Card aria-labelledby="to-do">
      <CardHead title="What to do" id="to-do" count={todos.length} />
      {todos.length === 0 ? (
        <CardBody>
          <State kind="settled">Nothing. Everything is fine.</State>
        </CardBody>
      ) : (
        <ul className="divide-y text-table">
          {todos.map(({ id, state, says, href }) => (
            <li key={id} className="px-4 py-2.5">
              <b className="font-semibold">{state}</b> {says}{' '}
              {href && (
                <Link href={href} prefetch={false} className="text-accent underline">
                  {href.startsWith('/journal') ? 'Open the journal' : 'Open Settings'}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Open actions, waiting work, and versions. */
function InProgressCard({ unconfirmed, queue, versions }: Pick<DashboardHealth, 'unconfirmed' | 'queue' | 'versions'>) {
  const open = unconfirmed?.open ?? null
  return (
    <Card aria-labelledby="under-way">
      <CardHead title="In progress" id="under-way" />
      <CardBody>
        <DataList className="grid-cols-[7.5rem_minmax(0,1fr)]!">
          <DataItem term="Unconfirmed">
            {open === null ? (
              <span className="text-muted">unknown while the database is down</span>
            ) : (
              <State kind={open > 0 ? 'unconfirmed' : 'settled'}>{open > 0 ? `${open} to settle` : 'none'}</State>
            )}
          </DataItem>
          <DataItem term="Service requests">
            {queue.inFlight} in progress, {queue.waiting} waiting
          </DataItem>
          <DataItem term="Outcomes">
            {queue.journalPending === 0 ? (
              'all saved'
            ) : (
              <State kind="deferred">{queue.journalPending} waiting for the database</State>
            )}
          </DataItem>
          <DataItem term="Counterfoil">{versions.app}</DataItem>
          <DataItem term="Node, Next">
            {versions.node}, {versions.next}
          </DataItem>
        </DataList>
      </CardBody>
    </Card>
  )
}

/** Health of database and journal. */
function RecordCard({
  database,
  journal,
  versions,
  stream,
}: Pick<DashboardHealth, 'database' | 'journal' | 'versions' | 'stream'>) {
  return (
    <Card aria-labelledby="record">
      <CardHead title="Database and journal" id="record" />
      <CardBody>
        <DataList>
          <DataItem term="Database">
            <State kind={database.reachable ? 'settled' : 'declined'}>{database.reachable ? 'answers' : 'not responding'}</State>
            <span className="text-muted">{database.engine}</span>
          </DataItem>
          <DataItem term="Size">{database.bytes === null ? <Unknown /> : formatSize(database.bytes)}</DataItem>
          <DataItem term="Schema">{versions.schema ?? <Unknown />}</DataItem>
          <DataItem term="Journal">
            {journal === null ? <Unknown /> : `${journal.head} ${journal.head === 1 ? 'entry' : 'entries'}`}
            {journal?.fault && <State kind="declined">broken</State>}
          </DataItem>
          {journal?.fault && (
            <DataItem term="Journal fault">
              Found: {journal.fault}. Run <code>npm run verify</code>.
            </DataItem>
          )}
          <DataItem term="Checkpoint">
            {journal?.checkpoint ? (
              <>
                entry {journal.checkpoint.seq}, <Time at={journal.checkpoint.at} />
              </>
            ) : (
              <span className="text-muted">none yet</span>
            )}
          </DataItem>
          {stream && (
            <DataItem term="Sent on">
              <State kind={stream.failing ? 'declined' : stream.waiting > 0 ? 'deferred' : 'settled'}>
                {stream.waiting === 0 ? 'all entries' : `${stream.waiting} waiting`}
              </State>
              {stream.failing && (
                <span className="text-muted">
                  {stream.failing.why}, since <Time at={stream.failing.since} />
                </span>
              )}
            </DataItem>
          )}
        </DataList>
      </CardBody>
    </Card>
  )
}

const Unknown = () => <span className="text-muted">unknown while the database is down</span>
