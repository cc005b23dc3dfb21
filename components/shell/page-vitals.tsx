'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import type { Visit } from '@/lib/pages/client/report-vitals'

// By then a page has loaded what it needs itself. What was painted before is known all the same.
const afterMs = 5_000

const visits: Visit[] = []

/** How fast pages are for real people, for the metrics. Its script comes long after the page, and a page is whole without it. */
export function PageVitals() {
  const path = usePathname()

  useEffect(() => {
    visits.push({ path, from: visits.length === 0 ? 0 : performance.now() })
  }, [path])

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return // a hidden tab asks for nothing
      clearInterval(timer)
      import('@/lib/pages/client/report-vitals').then(
        ({ reportVitals }) => reportVitals(visits),
        () => undefined, // the pages of this document aren't measured
      )
    }, afterMs)
    return () => clearInterval(timer)
  }, [])

  return null
}
