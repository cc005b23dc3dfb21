import { useSyncExternalStore } from 'react'
import type { Revealable } from '../reveal'
import { onShown, type Shown, type Subject, shownOf } from './revealed'

/** A value while it is in clear. */
export const useRevealed = (subject: Subject, what: Revealable): Shown | undefined =>
  useSyncExternalStore(
    onShown,
    () => shownOf(subject, what),
    () => undefined,
  )
