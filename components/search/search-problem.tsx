import { Ident } from '@/components/ui/ident'
import { Notice } from '@/components/ui/notice'
import type { Problem } from '@/lib/problem'
import { advice } from '@/lib/problem-copy'

export function SearchProblem({ problem }: { problem: Problem }) {
  return (
    <Notice kind="danger" role="alert">
      <b className="font-semibold">{problem.title}.</b> {problem.detail} {advice[problem.kind]}
      {problem.traceId && (
        <span className="block text-meta text-muted">
          trace <Ident value={problem.traceId} />
        </span>
      )}
    </Notice>
  )
}
