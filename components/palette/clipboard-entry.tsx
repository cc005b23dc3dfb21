import { useEffect, useState } from 'react'
import { withoutCardNumbers } from '@/lib/core/card-number'
import { readingOf } from '@/lib/search/reading-of'
import { readingLabels } from '@/lib/search/search-reading'
import { EntryGroup } from './entry-group'

const max = 10_000

/** Offers what is in the clipboard: by what it is where the browser lets us look, otherwise as something to look at. It stays in memory. */
export function ClipboardEntry({ onText }: { onText: (text: string) => void }) {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    void lookIfAllowed().then((text) => !isGone && setSeen(text))
    return () => {
      isGone = true
    }
  }, [])
  if (navigator.clipboard?.readText === undefined) return null
  const reading = readingOf(seen ?? '')
  const text = seen?.trim() ?? ''
  const take = () => (reading ? onText(text) : void look().then((text) => text !== null && onText(text)))
  return (
    <EntryGroup
      heading="Clipboard"
      entries={[
        reading
          ? {
              id: 'clipboard',
              words: `Use the ${readingLabels[reading.as]}`,
              aside: withoutCardNumbers(text).slice(0, 80),
              run: take,
            }
          : { id: 'clipboard', words: 'Paste from clipboard', run: take },
      ]}
      onChoose={(run) => run()}
    />
  )
}

async function look(): Promise<string | null> {
  try {
    return (await navigator.clipboard.readText()).trim().slice(0, max) || null
  } catch {
    return null // nobody allowed it
  }
}

/** Only where the person has allowed it before: a palette that opens must not ask for anything. */
async function lookIfAllowed(): Promise<string | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })
    return state === 'granted' ? await look() : null
  } catch {
    return null // not every browser knows this permission
  }
}
