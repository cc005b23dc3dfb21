import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { bytesWords } from '@/lib/client/files/take-file'
import type { useTakeFile } from '@/lib/client/files/use-take-file'
import { problemWords } from '@/lib/problem-words'

/** How far a file has come, what it became, or why it did not. */
export function FileState({ state }: { state: ReturnType<typeof useTakeFile>['state'] }) {
  if (state.at === 'failed') return <ProblemNotice {...problemWords(state.error)} />
  return (
    <div role="status" className="tabular-nums">
      {state.at === 'taking' && <p className="text-meta text-muted">{bytesWords(state.bytes)} so far. Leaving gives it up.</p>}
      {state.at === 'taken' && (
        <Notice kind="settled">
          Saved as <span className="break-all font-mono text-meta">{state.taken.name}</span>, {bytesWords(state.taken.bytes)}. It
          is in the journal.
        </Notice>
      )}
    </div>
  )
}
