import { nextAuthPost } from './next-auth-post'

/** Ends the session and goes to the sign-in. False when the dashboard could not be reached, and the session stands. */
export async function signOut(): Promise<boolean> {
  const ended = await nextAuthPost('signout', { callbackUrl: '/sign-in' }).then(
    (response) => response.ok,
    () => false,
  )
  if (ended) location.assign('/sign-in')
  return ended
}
