import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Notice } from '@/components/ui/notice'
import { State } from '@/components/ui/state'
import { describeClock } from '@/lib/status/clock-words'
import type { ConnectionTest } from '@/lib/status/connection-test'
import { readTerms } from './read-terms'

const keyStates = {
  accepted: { kind: 'settled', words: 'accepted' },
  refused: { kind: 'declined', words: 'refused' },
  unknown: { kind: 'neutral', words: 'unknown' },
} as const

const readStates = {
  on: { kind: 'settled', words: 'on' },
  off: { kind: 'neutral', words: 'off' },
  unknown: { kind: 'neutral', words: 'unknown' },
} as const

/** What a connection test found. */
export function ConnectionResult({ result }: { result: ConnectionTest }) {
  const keys = keyStates[result.keys]
  return (
    <>
      {result.trouble && (
        <Notice kind="declined">
          <b className="font-semibold">{result.trouble.title}.</b> {result.trouble.detail}
        </Notice>
      )}
      <DataList className="grid-cols-[7.5rem_minmax(0,1fr)]!">
        <DataItem term="Service">
          <State kind={result.reachable ? 'settled' : 'declined'}>{result.reachable ? 'responding' : 'not responding'}</State>
          <span className="text-muted">
            {result.host}
            {result.ms !== null && `, ${result.ms} ms`}
          </span>
        </DataItem>
        <DataItem term="Keys">
          <State kind={keys.kind}>{keys.words}</State>
        </DataItem>
        <DataItem term="Clock">
          {result.clockDifference === null ? (
            <span className="text-muted">the service sent no time</span>
          ) : (
            `the service’s clock ${describeClock(result.clockDifference)}`
          )}
        </DataItem>
        {result.reads.map(({ name, state }) => (
          <DataItem key={name} term={readTerms[name] ?? name}>
            <State kind={readStates[state].kind}>{readStates[state].words}</State>
          </DataItem>
        ))}
      </DataList>
    </>
  )
}
