import { useEffect, useState } from 'react'

export type CopyOutcome = 'idle' | 'copied' | 'failed'

/** Copies a text, or what it is at that moment, and says for two seconds how it went. A browser may refuse, or have no clipboard without https. */
export function useCopy(text: string | (() => string)): [CopyOutcome, () => Promise<void>] {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return [outcome, copy]
}

/** Copies a text that is known only later. It is called by the press itself, because some browsers let a page copy only then. */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(plainText) })])
    return true
  } catch {
    return false
  }
}

const plainText = (text: string) => new Blob([text], { type: 'text/plain' })
