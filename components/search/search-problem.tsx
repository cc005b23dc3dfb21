import { Notice } from '@/components/ui/notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import type { Problem } from '@/lib/core/problem'
import { adviceOn } from '@/lib/core/problem-copy'
import { problemDetails } from '@/lib/core/problem-words'

export function SearchProblem({ problem }: { problem: Problem }) {
  return (
    <Notice kind="danger" role="alert">
      <b className="font-semibold">{problem.title}.</b> {problem.detail} {adviceOn(problem)}
      {problem.kind !== 'invalid' && <ProblemDetailsList {...problemDetails(problem)} />}
    </Notice>
  )
}
