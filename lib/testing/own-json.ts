import { ownAnswerHeader } from '@/lib/core/browser-names'

/** An answer as the dashboard gives it: JSON, under its own mark. */
export function ownJson(body: unknown, init: ResponseInit = {}): Response {
  const answer = Response.json(body, init)
  answer.headers.set(ownAnswerHeader, 'yes')
  return answer
}
