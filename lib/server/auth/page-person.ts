import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { personOrAbsence } from './person'
import type { Person } from './sessions'

/** The person a page is drawn for; without a session the page becomes the sign-in. Once per request. */
export const pagePerson = cache(async (): Promise<Person> => {
  const given = await headers()
  const found = await personOrAbsence(given)
  if (typeof found !== 'string') return found
  const to = new URLSearchParams({ callbackUrl: given.get('x-path') ?? '/', ...(found === 'none' ? {} : { reason: found }) })
  redirect(`/sign-in?${to}`)
})
