import { fetchJson } from './call'

/** Posts to a handler of ours what it does once for an action id, however often it is sent. Throws a ServiceProblem. */
export const deskPost = <T>(path: string, { actionId, merchant, body }: { actionId: string; merchant?: string; body: unknown }) =>
  fetchJson<T>(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-action-id': actionId,
      ...(merchant === undefined ? {} : { 'x-merchant': merchant }),
    },
    body: JSON.stringify(body),
  })
