import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { type ReactNode, useLayoutEffect, useState } from 'react'

/** The address bar of a test: what Next makes of `history.replaceState`, without Next. */
export function AddressForTests({ search, children }: { search: string; children: ReactNode }) {
  const [params, setParams] = useState(() => new URLSearchParams(search))
  useLayoutEffect(() => {
    const replace = history.replaceState.bind(history)
    replace(null, '', `/?${search}`)
    history.replaceState = (state, unused, url) => {
      replace(state, unused, url)
      setParams(new URLSearchParams(location.search))
    }
    return () => {
      history.replaceState = replace
    }
  }, [search])
  return (
    <PathnameContext.Provider value="/">
      <SearchParamsContext.Provider value={params}>{children}</SearchParamsContext.Provider>
    </PathnameContext.Provider>
  )
}
