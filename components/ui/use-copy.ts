import { useEffect, useState } from 'react'

export type CopyOutcome = 'idle' | 'copied' | 'failed'

/** Copies a text, or what it is at that moment or a little later, and says for two seconds how it went. A browser may refuse, or have no clipboard without https. */
export function useCopy(text: string | (() => string | Promise<string>)): [CopyOutcome, () => Promise<void>] {
  const [outcome, setOutcome] = useState<CopyOutcome>('idle')

  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    const copied = typeof text === 'string' ? text : text()
    setOutcome((await (typeof copied === 'string' ? copyNow(copied) : copyLater(copied))) ? 'copied' : 'failed')
  }

  return [outcome, copy]
}

async function copyNow(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
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
