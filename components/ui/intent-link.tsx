'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link whose page is fetched ahead when the pointer or the focus comes to it. Links that are in sight everywhere would
 * otherwise have all their pages fetched with each page that is opened.
 */
export function IntentLink(props: Omit<ComponentProps<typeof Link>, 'prefetch' | 'onMouseEnter' | 'onFocus'>) {
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  return <Link {...props} prefetch={isWanted ? null : false} onMouseEnter={want} onFocus={want} />
}
