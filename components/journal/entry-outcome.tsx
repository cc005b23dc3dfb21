import { Badge } from '@/components/ui/badge'
import { State } from '@/components/ui/state'
import { type Action, isOpen } from '@/lib/action'
import { Age } from './age'

/** How an entry ended. What is expected whispers; what needs a look is a badge. */
export function EntryOutcome({ action }: { action: Action }) {
  const { state, settledAs, differences, undoneBy } = action
  if (isOpen(action)) {
    return (
      <>
        <Badge kind="unconfirmed">unconfirmed</Badge>
        <Age since={action.at} />
      </>
    )
  }
  if (settledAs !== null)
    return <State kind="neutral">{settledAs === 'happened' ? 'settled: applied' : 'settled: not applied'}</State>
  if (state === 'refused') return <Badge kind="declined">refused</Badge>
  if (state === 'not-sent') return <Badge kind="neutral">not sent</Badge>
  if (state === 'sent') return <State kind="neutral">being sent</State>
  if (differences.length > 0) return <Badge kind="deferred">not as foretold</Badge>
  return (
    <>
      <State kind="settled">done</State>
      {undoneBy !== null && <span className="text-meta text-muted">undone</span>}
    </>
  )
}
