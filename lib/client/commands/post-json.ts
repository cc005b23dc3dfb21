import { fetchJson } from '../call'

/** Posts JSON to a handler of our own about a merchant account. Throws a ServiceProblem. */
export const postJson = <T>(path: string, merchant: string, body: unknown, signal?: AbortSignal) =>
  fetchJson<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': merchant },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
