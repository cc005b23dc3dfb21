import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Notice } from '@/components/ui/notice'
import { State } from '@/components/ui/state'
import { clockWords } from '@/lib/clock-words'
import type { ConnectionTest } from '@/lib/connection-test'
import { readTerms } from './read-terms'

const keyStates = {
  accepted: { kind: 'settled', words: 'accepted' },
  refused: { kind: 'declined', words: 'refused' },
  unknown: { kind: 'neutral', words: 'not known' },
} as const

const readStates = {
  on: { kind: 'settled', words: 'on' },
  off: { kind: 'neutral', words: 'off' },
  unknown: { kind: 'neutral', words: 'not known' },
} as const

/** What a connection test found. */
export function ConnectionTold({ told }: { told: ConnectionTest }) {
  const keys = keyStates[told.keys]
  return (
    <>
      {told.trouble && (
        <Notice kind="declined">
          <b className="font-semibold">{told.trouble.title}.</b> {told.trouble.detail}
        </Notice>
      )}
      <DataList className="grid-cols-[7.5rem_minmax(0,1fr)]!">
        <DataItem term="Service">
          <State kind={told.reachable ? 'settled' : 'declined'}>{told.reachable ? 'answers' : 'does not answer'}</State>
          <span className="text-muted">
            {told.host}
            {told.ms !== null && `, ${told.ms} ms`}
          </span>
        </DataItem>
        <DataItem term="Keys">
          <State kind={keys.kind}>{keys.words}</State>
        </DataItem>
        <DataItem term="Clock">
          {told.clockDifference === null ? (
            <span className="text-muted">the service did not say its time</span>
          ) : (
            `the service’s clock ${clockWords(told.clockDifference)}`
          )}
        </DataItem>
        {told.reads.map(({ name, state }) => (
          <DataItem key={name} term={readTerms[name] ?? name}>
            <State kind={readStates[state].kind}>{readStates[state].words}</State>
          </DataItem>
        ))}
      </DataList>
    </>
  )
}
