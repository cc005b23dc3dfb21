import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { type ReactNode, useLayoutEffect, useState } from 'react'

/** The address bar of a test: what Next makes of `history.replaceState` and `pushState`, without Next. */
export function AddressForTests({ search, children }: { search: string; children: ReactNode }) {
  const [params, setParams] = useState(() => new URLSearchParams(search))
  useLayoutEffect(() => {
    const { replaceState, pushState } = history
    replaceState.call(history, null, '', `/?${search}`)
    const showing =
      (write: typeof replaceState): typeof replaceState =>
      (state, unused, url) => {
        write.call(history, state, unused, url)
        setParams(new URLSearchParams(location.search))
      }
    Object.assign(history, { replaceState: showing(replaceState), pushState: showing(pushState) })
    return () => {
      Object.assign(history, { replaceState, pushState })
    }
  }, [search])
  return (
    <PathnameContext.Provider value="/">
      <SearchParamsContext.Provider value={params}>{children}</SearchParamsContext.Provider>
    </PathnameContext.Provider>
  )
}
