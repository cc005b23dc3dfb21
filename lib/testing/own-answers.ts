import { ownAnswerHeader } from '@/lib/core/browser-names'

/** An answer as the dashboard gives it, under its own mark. */
export function ownAnswer(body: BodyInit | null, init: ResponseInit = {}): Response {
  const answer = new Response(body, init)
  answer.headers.set(ownAnswerHeader, 'yes')
  return answer
}

export function ownJson(body: unknown, init: ResponseInit = {}): Response {
  const answer = Response.json(body, init)
  answer.headers.set(ownAnswerHeader, 'yes')
  return answer
}
