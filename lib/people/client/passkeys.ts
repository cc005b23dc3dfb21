import { newId } from '@/lib/client/new-id'
import { request } from '@/lib/client/request'
import { makePasskey } from '@/lib/client/signing'
import * as routes from '@/lib/core/routes'
import type { Enrolment, OwnPasskeys } from '@/lib/signatures/passkey'

export const ownPasskeys = (signal: AbortSignal) => request<OwnPasskeys>(routes.ownPasskeys(), { signal })

/** Makes a passkey and adds it to one's account. Throws a ServiceProblem. */
export async function addPasskey(actionId: string, name: string): Promise<OwnPasskeys> {
  const { id, options } = await request<Enrolment>(routes.ownPasskeys(), { body: { name }, actionId: newId() })
  const credential = await makePasskey(options)
  return request(routes.ownPasskeys(), { body: { name, id, credential }, actionId })
}

/** Whether a passkey is asked for at sign-in, after the password. One of them confirms it. */
export const askAtSignIn = (actionId: string, atSignIn: boolean) =>
  request<OwnPasskeys>(routes.ownPasskeys(), { method: 'PUT', actionId, body: { atSignIn } })

/** Removes one of one's own passkeys, which one of them confirms. */
export const removePasskey = (actionId: string, id: string) =>
  request<OwnPasskeys>(routes.ownPasskey(id), { method: 'DELETE', actionId })
