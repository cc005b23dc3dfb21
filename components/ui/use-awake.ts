import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page's script has this part of it: not as the server sends it, and from then on. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
