import { useEffect } from 'react'
import { isForKeys } from './is-for-keys'

/** `j` and `k` move the focus along the rows on screen, which a selector names; Enter is the row's own. */
export function useRowKeys(selector: string) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if ((event.key !== 'j' && event.key !== 'k') || !isForKeys(event)) return
      const rows = [...document.querySelectorAll<HTMLElement>(selector)]
      const at = rows.findIndex((row) => row.closest('li, [data-index]')?.contains(document.activeElement))
      const next = event.key === 'j' ? at + 1 : Math.max(at - 1, 0)
      rows[Math.min(next, rows.length - 1)]?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [selector])
}
