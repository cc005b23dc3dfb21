import { ReceiptText } from 'lucide'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import { problemDetails, problemWords } from '@/lib/core/problem-words'
import { isOnLine } from '@/lib/prices/refusal-on-lines'
import type { Option } from '@/lib/prices/workbench'

type Props = { name: string; option: Option | undefined; problem: Problem | null; isAsking?: boolean }

/** In the place of the receipt: why the chosen cell has none. What concerns a field of an option is marked at the field, everything else is shown here. */
export function NoReceipt({ name, option, problem, isAsking = false }: Props) {
  if (isAsking) {
    return (
      <Card as="div" aria-busy className="grid gap-3 p-4 print:hidden">
        {['w-1/2', 'w-full', 'w-full', 'w-full'].map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder never change places.
          <Skeleton key={row} className={`h-4 ${width}`} />
        ))}
      </Card>
    )
  }
  if (problem === null || option === undefined) {
    return (
      <Card as="div" className="print:hidden">
        <EmptyState icon={ReceiptText} title="No price selected" level={2}>
          The breakdown of the selected price appears here. To get one, choose a product for the option.
        </EmptyState>
      </Card>
    )
  }
  const words = problemWords(new ServiceProblem(problem))
  const isOwn = isOnLine(problem, option)
  const details = problemDetails(problem, (field) => field === 'x-buyer-ip' || isOwn(field))
  const isMarked = details.fields.length < problem.fields.length
  const advice = problem.kind === 'invalid' && !isMarked ? 'Change the fields named here. The price follows.' : words.advice
  return <ProblemNotice {...words} title={`No price for ${name}`} details={details} advice={advice} className="print:hidden" />
}
