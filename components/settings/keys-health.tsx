import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import type { AccountHealth } from '@/lib/account-health'
import { clockWords } from '@/lib/clock-words'

// Beyond this a signed date may no longer be taken; the service's tolerance is not documented.
const noticeableSeconds = 30

export function KeysHealth({ keys }: { keys: AccountHealth['keys'] }) {
  return (
    <>
      {keys.refusedAt !== null ? (
        <State kind="declined">
          refused since <Time at={keys.refusedAt} />
        </State>
      ) : keys.acceptedAt !== null ? (
        <State kind="settled">
          accepted <Time at={keys.acceptedAt} />
        </State>
      ) : (
        <State kind="neutral">not used since the start</State>
      )}
      {keys.clockDifference !== null && Math.abs(keys.clockDifference) > noticeableSeconds && (
        <span className="text-declined text-meta">The service’s clock {clockWords(keys.clockDifference)}</span>
      )}
    </>
  )
}
