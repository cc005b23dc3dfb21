import type { AnswerOf, Operation } from '../declare/operation'
import { inOurSpelling } from '../schemas/tolerant'

/** An answer of the service as the dashboard reads it. Throws where nothing can be said of it. */
export const asRead = <O extends Operation>(operation: O, answer: unknown) =>
  operation.answer.parse(inOurSpelling(answer)) as AnswerOf<O>
