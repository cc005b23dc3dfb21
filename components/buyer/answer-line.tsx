'use client'

import { ChevronUp } from 'lucide'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Frame } from '@/components/ui/frame'
import { Icon } from '@/components/ui/icon'
import { StateGlyph } from '@/components/ui/state-glyph'
import type { Answer } from '@/lib/charges/answer'

/** The answer in one line under the header, once the band has left the screen, and the way back to it. */
export function AnswerLine({ answer: { kind, headline, also } }: { answer: Answer }) {
  const isAway = useIsAbove('answer')
  if (!isAway) return null
  return (
    <div data-answer-line className="fixed inset-x-0 top-head z-5 border-b bg-raised print:hidden">
      <Frame className="flex h-10 items-center gap-2.5 text-table">
        <StateGlyph kind={kind} />
        <span className="min-w-0 truncate">
          <b className="font-semibold">{headline.says}</b> {also && <span className="text-ink-2 max-sm:hidden">{also.says}</span>}
        </span>
        <Button size="tiny" className="ml-auto" onClick={showAnswer}>
          <Icon of={ChevronUp} size={14} />
          <span className="max-sm:sr-only">Show the answer</span>
        </Button>
      </Frame>
    </div>
  )
}

function showAnswer() {
  scrollTo({ top: 0 })
  const heading = document.querySelector<HTMLElement>('#answer h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Whether an element has been scrolled up out of sight, under the header. */
function useIsAbove(id: string): boolean {
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    const band = document.getElementById(id)
    if (!band) return
    const header = document.querySelector('main header')?.clientHeight ?? 0
    const observer = new IntersectionObserver(
      ([entry]) => setAbove(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
      { rootMargin: `-${header}px 0px 0px` },
    )
    observer.observe(band)
    return () => observer.disconnect()
  }, [id])
  return isAbove
}
