import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { personOrAbsence } from './person'
import type { SignedIn } from './sessions'

/** Whoever is signed in, even with a password that is due; without a session the page becomes the sign-in. Once per request. */
export const signedInPerson = cache(async (): Promise<SignedIn> => {
  const given = await headers()
  const found = await personOrAbsence(given)
  if (typeof found !== 'string') return found
  const to = new URLSearchParams({ callbackUrl: given.get('x-path') ?? '/', ...(found === 'none' ? {} : { reason: found }) })
  redirect(`/sign-in?${to}`)
})

/** The person a page is drawn for; with a password that somebody else chose the page becomes the choice of another. */
export async function pagePerson(): Promise<SignedIn> {
  const person = await signedInPerson()
  if (!person.passwordDue) return person
  redirect(`/new-password?${new URLSearchParams({ callbackUrl: (await headers()).get('x-path') ?? '/' })}`)
}
