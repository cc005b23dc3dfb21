import { vi } from 'vitest'
import { ownAnswerHeader } from '@/lib/core/browser-names'
import { ServiceProblem } from '@/lib/core/problem'
import type { Person } from '@/lib/people/server/sessions'
import { ownJson } from '@/lib/testing/own-answers'
import * as handlers from '../server/handlers'
import * as stepHandlers from '../server/step-handlers'

type Handler = (request: Request, person: Person, params: { incidentId: string; chunk: string }) => Promise<unknown>

/** The handlers by the method and the last parts of their addresses, as app/api has them. */
const served: Record<string, Handler> = {
  'GET incidents': handlers.getIncidents,
  'POST incidents': handlers.postIncident,
  'GET id': handlers.getIncident,
  'PUT id': handlers.putIncident,
  'GET rows': handlers.getRows,
  'PUT chunk': handlers.putRows,
  'POST preview': handlers.postPreview,
  'POST ask': stepHandlers.postAsk,
  'POST look': stepHandlers.postLook,
  'POST decide': stepHandlers.postDecide,
}

/** Whose answers are lost once each, though they were done, and what was asked. */
export const onTheWay: { losing: string[]; asked: string[] } = { losing: [], asked: [] }

/** Answers what the browser's half asks by the handlers themselves, for whoever sits there. */
export function sitting(person: Person): void {
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const request = new Request(new URL(path, 'http://desk.test'), options)
    const [, , , , incidentId = '', step, chunk = ''] = new URL(request.url).pathname.split('/')
    const name = chunk !== '' ? 'chunk' : (step ?? (incidentId === '' ? 'incidents' : 'id'))
    const what = `${request.method} ${name}`
    onTheWay.asked.push(what)
    try {
      const answer = await served[what]?.(request, person, { incidentId, chunk })
      if (onTheWay.losing.includes(what)) {
        onTheWay.losing = onTheWay.losing.filter((each) => each !== what)
        throw new TypeError('The connection was reset')
      }
      if (!(answer instanceof Response)) return ownJson(answer)
      answer.headers.set(ownAnswerHeader, 'yes')
      return answer
    } catch (cause) {
      if (!(cause instanceof ServiceProblem)) throw cause
      return ownJson(cause.problem, { status: cause.problem.status })
    }
  })
}
