import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { problemWords } from '@/lib/problem-words'
import type { Verdict } from '@/lib/verdict'

type Props = { verdict: Verdict | undefined; error: Error | null; at: number }

const whole = new Intl.NumberFormat('en')

/** Whether the journal is what was written, or the first place where it is not. */
export function ChainVerdict({ verdict, error, at }: Props) {
  if (error) return <ProblemNotice {...problemWords(error)} title="The chain could not be verified" className="mb-4" />
  if (!verdict) return null
  if (verdict.whole) {
    return (
      <Notice kind="settled" role="status" className="mb-4">
        <b className="font-semibold">The chain is whole.</b>{' '}
        <span className="text-ink-2 tabular-nums">
          {verdict.entries === 1 ? '1 entry' : `${whole.format(verdict.entries)} entries`}, verified <Time at={at} />, ends with{' '}
          <Ident value={verdict.head} />
        </span>
      </Notice>
    )
  }
  return (
    <Notice kind="danger" role="alert" className="mb-4">
      <b className="font-semibold">The chain is broken at entry {whole.format(verdict.seq)}.</b> Found: {verdict.why}.
      <span className="block text-ink-2">
        Somebody or something changed the journal. Keep the database as it is and tell whoever runs it; entries before this one
        are whole.
      </span>
    </Notice>
  )
}
