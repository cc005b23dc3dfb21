'use client'

import { Printer } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { ServiceProblem } from '@/lib/core/problem'
import { askToReveal } from '@/lib/reveal/client/ask-to-reveal'
import { hide, type Subject } from '@/lib/reveal/client/revealed'

type Props = {
  whose: Subject
  reference: string
  /** Done before it's printed: the customer gets an offer that is open, under a number that colleagues find. */
  prepare: () => Promise<void>
  /** Why it isn’t printed any more; null where it is. */
  disabledBecause: string | null
  /** Why nothing was printed; null once something is. */
  onProblem: (problem: Error | null) => void
}

const onPaper = ['name', 'email'] as const

/** Prints the offer with name and e-mail in full, which the journal records first; on screen they are masked again afterwards. */
export function PrintOffer({ whose, reference, prepare, disabledBecause, onProblem }: Props) {
  const [isAsking, setAsking] = useState(false)
  async function print() {
    setAsking(true)
    onProblem(null)
    try {
      await prepare()
      await askToReveal(whose, { fields: onPaper, reason: `Printing offer ${reference}`, ticket: '' })
    } catch (cause) {
      // Without a name that anybody knows the offer is printed without one.
      if (!(cause instanceof ServiceProblem) || cause.problem.code !== 'not_known') {
        onProblem(cause instanceof Error ? cause : new Error(String(cause)))
        return
      }
    } finally {
      setAsking(false)
    }
    const mask = () => {
      for (const what of onPaper) hide(whose, what)
    }
    addEventListener('afterprint', mask, { once: true })
    requestAnimationFrame(() => window.print())
  }
  return (
    <Button
      disabled={isAsking}
      disabledBecause={disabledBecause ?? undefined}
      tipPlace={{ align: 'end', side: 'bottom' }}
      onClick={() => void print()}
    >
      <Icon of={Printer} size={14} />
      Print or save as PDF
    </Button>
  )
}
