import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  const print = matchMedia('print')
  print.addEventListener('change', changed)
  return () => print.removeEventListener('change', changed)
}

/** Whether the page is being laid out for paper: a statement of a long history is made only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia('print').matches,
    () => false,
  )
}
