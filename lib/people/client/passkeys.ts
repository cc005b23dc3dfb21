import { useRef } from 'react'
import { newId } from '@/lib/client/new-id'
import { isOutcomeUnknown, request } from '@/lib/client/request'
import { makePasskey } from '@/lib/client/signing'
import { useActionIds } from '@/lib/client/use-action-ids'
import { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { Enrolment, OwnPasskeys } from '@/lib/signatures/passkey'

export const ownPasskeys = (signal: AbortSignal) => request<OwnPasskeys>(routes.ownPasskeys(), { signal })

type NewPasskey = { id: string; credential: unknown }

/**
 * Makes a passkey and adds it to one's account. A browser makes no second one for the same account, so pressing again after a lost answer
 * sends the one that it made. Throws a ServiceProblem.
 */
export function useAddPasskey(): (name: string) => Promise<OwnPasskeys> {
  const once = useActionIds()
  const made = useRef<NewPasskey | null>(null)
  return (name) =>
    once(async (actionId) => {
      made.current ??= await newPasskey(name)
      try {
        const now = await request<OwnPasskeys>(routes.ownPasskeys(), { body: { name, ...made.current }, actionId })
        made.current = null
        return now
      } catch (cause) {
        const isKept = isOutcomeUnknown(cause) && !isRepeatOfAnother(cause)
        if (!isKept) made.current = null
        throw cause
      }
    })
}

const isRepeatOfAnother = (cause: unknown) => cause instanceof ServiceProblem && cause.problem.code === 'action_id_used'

async function newPasskey(name: string): Promise<NewPasskey> {
  const { id, options } = await request<Enrolment>(routes.ownPasskeys(), { body: { name }, actionId: newId() })
  return { id, credential: await makePasskey(options) }
}

/** Whether a passkey is asked for at sign-in, after the password. One of them confirms it. */
export const askAtSignIn = (actionId: string, atSignIn: boolean) =>
  request<OwnPasskeys>(routes.ownPasskeys(), { method: 'PUT', actionId, body: { atSignIn } })

/** Removes one of one's own passkeys, which one of them confirms. One that is gone already counts as removed. */
export const removePasskey = (actionId: string, id: string) =>
  request<OwnPasskeys>(routes.ownPasskey(id), { method: 'DELETE', actionId }).catch((cause: unknown) => {
    if (!(cause instanceof ServiceProblem) || cause.problem.kind !== 'notFound') throw cause
    return request<OwnPasskeys>(routes.ownPasskeys())
  })
