'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { late } from '@/components/ui/late'
import { useKeySequences } from '@/components/ui/use-key-sequences'
import { showKeysEvent } from '@/lib/client/show-keys'
import { switchScreenShare } from '@/lib/people/client/screen-share'

// Few ever open it, so it comes only then.
const KeysDialog = late(() => import('./keys-dialog').then((file) => file.KeysDialog))

/** The keys that work on every page of the dashboard. */
export function ShellKeys() {
  const router = useRouter()
  const [isShown, setShown] = useState(false)
  useKeySequences({
    '/': () => findBox()?.focus() ?? router.push('/'),
    '?': () => setShown(true),
    'g f': () => router.push('/'),
    'g l': () => router.push('/lists'),
    'g p': () => router.push('/prices'),
    'g j': () => router.push('/journal'),
    'g r': () => router.push('/refunds'),
    'g i': () => router.push('/incidents'),
    'g s': () => router.push('/settings'),
    'n o': () => router.push('/orders/new'),
    'n b': () => router.push('/buyers/new'),
    's s': switchScreenShare,
  })

  useEffect(() => {
    const show = () => setShown(true)
    document.addEventListener(showKeysEvent, show)
    return () => document.removeEventListener(showKeysEvent, show)
  }, [])

  if (!isShown) return null
  return <KeysDialog onClose={() => setShown(false)} />
}

function findBox(): { focus: () => true } | null {
  const box = document.querySelector<HTMLInputElement>('input[type="search"][aria-label="Find a buyer"]')
  if (!box) return null
  return {
    focus() {
      box.focus()
      box.select()
      return true
    },
  }
}
