import { ProblemNotice } from '@/components/ui/problem-notice'
import { ServiceProblem } from '@/lib/problem'
import { problemWords } from '@/lib/problem-words'

/** Why the journal is not there. An address may ask for what no filter can be: then it says what is wrong with it. */
export function JournalProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { again, ...words } = problemWords(error)
  const fields =
    error instanceof ServiceProblem ? error.problem.fields.map(({ field, title }) => `${field}: ${title}.`).join(' ') : ''
  if (fields !== '')
    return (
      <ProblemNotice
        {...words}
        title="This filter cannot be applied"
        detail={fields}
        advice="Choose it anew, or clear the filter."
      />
    )
  return <ProblemNotice {...words} title="The journal could not be read" {...(again ? { onRetry } : {})} />
}
