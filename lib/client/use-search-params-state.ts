import { usePathname, useSearchParams } from 'next/navigation'

type Values<Name extends string> = Record<Name, string | null>

/**
 * Parameters of the address as state: what can be linked lives there. A change replaces the entry of the history and asks the server
 * for nothing; null takes a parameter out.
 */
export function useSearchParamsState<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (changes: Partial<Values<Name>>) => void] {
  const params = useSearchParams()
  const pathname = usePathname()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name)])) as Values<Name>
  const change = (changes: Partial<Values<Name>>) => {
    const next = new URLSearchParams(location.search) // not `params`: two changes in one event must not undo each other
    for (const [name, value] of Object.entries<string | null | undefined>(changes)) {
      if (value == null || value === '') next.delete(name)
      else next.set(name, value)
    }
    history.replaceState(null, '', next.size === 0 ? pathname : `${pathname}?${next}`)
  }
  return [values, change]
}
