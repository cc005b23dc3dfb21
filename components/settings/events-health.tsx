import type { ReactNode } from 'react'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import type { EventsOverview } from '@/lib/events/overview'

const whole = new Intl.NumberFormat('en')
const refusedLabels: Record<keyof EventsOverview['refused'], string> = {
  address: 'wrong address',
  sender: 'sender not allowed',
  rate: 'too many at once',
  size: 'too large',
  encoding: 'packed in a way we can’t read',
  slow: 'too slow',
}

/** The last event, how many came and were refused, how long they wait, and what they settled. */
export function EventsHealth({ overview }: { overview: EventsOverview }) {
  const { lastAt, quietSince, missingSince, today, waiting, settledWeek, reads } = overview
  const refused = Object.entries(overview.refused) as [keyof EventsOverview['refused'], number][]
  const all = refused.reduce((sum, [, count]) => sum + count, 0)
  return (
    <>
      <dl className="grid border-b sm:grid-cols-2 lg:grid-cols-4 [&>div]:border-line lg:[&>div+div]:border-l">
        <Figure
          term="Last event"
          value={
            lastAt === null ? (
              'None yet'
            ) : (
              <State kind={quietSince === null && missingSince === null ? 'settled' : 'deferred'}>
                <Time at={lastAt} />
              </State>
            )
          }
          note={noteOf(overview)}
        />
        <Figure
          term="Received, 24 hours"
          value={whole.format(today)}
          note={
            all === 0
              ? 'None was refused'
              : `${whole.format(all)} refused: ${refused.map(([what]) => refusedLabels[what]).join(', ')}`
          }
        />
        <Figure
          term="Waiting to be read"
          value={whole.format(waiting.count)}
          note={waiting.oldestSeconds === null ? 'Everything is read' : `The oldest for ${whole.format(waiting.oldestSeconds)} s`}
        />
        <Figure
          term="Settled by events, 7 days"
          value={whole.format(settledWeek)}
          note={
            reads === 0
              ? 'No buyer waits to be refreshed'
              : `${whole.format(reads)} ${reads === 1 ? 'buyer waits' : 'buyers wait'} to be refreshed`
          }
        />
      </dl>
      {today > 0 && <Hours hours={overview.hours} />}
    </>
  )
}

function noteOf({ lastAt, quietSince, missingSince }: EventsOverview): string {
  if (lastAt === null) return 'Create an address first'
  if (quietSince !== null) return 'Quiet for longer than usual'
  return missingSince === null ? 'No alert' : 'Events of our own actions don’t come'
}

function Figure({ term, value, note }: { term: string; value: ReactNode; note: string }) {
  return (
    <div className="grid content-start gap-0.5 px-4 py-3">
      <dt className="text-meta text-muted">{term}</dt>
      <dd className="grid gap-0.5">
        <b className="font-semibold tabular-nums">{value}</b>
        <span className="text-meta text-muted">{note}</span>
      </dd>
    </div>
  )
}

const width = 10
const height = 44

/** A bar for each of the last 24 hours. An hour in which nothing came has a thin line. */
function Hours({ hours }: Pick<EventsOverview, 'hours'>) {
  const highest = Math.max(1, ...hours.map(({ count }) => count))
  const clock = (place: number) => `${hours.at(place)?.hour.slice(11) ?? ''}:00`
  const label = `Events per hour of the last 24 hours, at most ${whole.format(highest)} in one, ${hours.filter(({ count }) => count === 0).length} hours without any`
  return (
    <div className="border-b px-4 py-3">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${hours.length * width} ${height}`}
        preserveAspectRatio="none"
        className="h-11 w-full"
      >
        {hours.map(({ hour, count }, place) => {
          const tall = count === 0 ? 1 : Math.max(2, (count / highest) * height)
          return (
            <rect
              key={hour}
              x={place * width + 0.5}
              y={height - tall}
              width={width - 1}
              height={tall}
              className={count === 0 ? 'fill-deferred' : 'fill-accent'}
            />
          )
        })}
      </svg>
      <div aria-hidden className="flex justify-between text-meta text-muted tabular-nums">
        <span>{clock(0)}</span>
        <span>{clock(12)}</span>
        <span>{clock(-1)} UTC</span>
      </div>
    </div>
  )
}
