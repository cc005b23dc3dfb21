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

/** What a page gets where the dashboard's answer is lost on its way, by who cut it off. */
export const lostAnswers = [
  [
    'the connection',
    (): Response => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['a sign-in portal', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a gateway', () => new Response('<html>', { status: 502 })],
] as const
