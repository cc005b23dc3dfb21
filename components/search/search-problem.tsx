import { Notice } from '@/components/ui/notice'
import { ProblemDetailsList } from '@/components/ui/problem-details-list'
import { SignInLink } from '@/components/ui/sign-in-link'
import type { Problem } from '@/lib/core/problem'
import { adviceOn } from '@/lib/core/problem-copy'
import { problemDetails } from '@/lib/core/problem-words'

export function SearchProblem({ problem }: { problem: Problem }) {
  return (
    <Notice kind="danger" role="alert">
      <b className="font-semibold">{problem.title}.</b> {problem.detail} {adviceOn(problem)}
      {problem.kind === 'signedOut' && <SignInLink inNewTab />}
      {!isOurs(problem) && <ProblemDetailsList {...problemDetails(problem)} />}
    </Notice>
  )
}

/** Where we refuse what was typed, the sentence says all of it; the service has more to tell. */
const isOurs = ({ kind, traceId, uuid }: Problem) => kind === 'invalid' && !traceId && !uuid
