import { useSyncExternalStore } from 'react'

let isBetween = false

/** A browser may ask for paper before its media change, so that both have to be heard. */
function whenPrintingChanges(changed: () => void) {
  const print = matchMedia('print')
  const begin = () => {
    isBetween = true
    changed()
  }
  const end = () => {
    isBetween = false
    changed()
  }
  print.addEventListener('change', changed)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    print.removeEventListener('change', changed)
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/** Whether the page is being printed: what only paper needs is drawn only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    whenPrintingChanges,
    () => isBetween || matchMedia('print').matches,
    () => false,
  )
}
