import { Frame } from '@/components/ui/frame'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'

/** Stands in place of a page that is refused for a while. */
export const PageRefused = ({ problem }: { problem: ServiceProblem }) => (
  <Frame page>
    <ProblemNotice {...describeProblem(problem)} />
  </Frame>
)
