'use client'

import { TriangleAlert } from 'lucide'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

type Props = { error: unknown; retry: () => void }

/**
 * A page that broke. The digest is what the server's log knows this error by. This comes along with every page,
 * so it is made of as little as possible: the digest is selected whole by a click, and copied by hand.
 */
export function PageError({ error, retry }: Props) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null
  return (
    <Card as="div" className="w-full max-w-152" role="alert">
      <EmptyState
        icon={TriangleAlert}
        level={1}
        title="Couldn’t show this page"
        className="py-14"
        actions={
          <>
            <button type="button" onClick={retry} className={buttonClass({ variant: 'primary' })}>
              Try again
            </button>
            {/* A full load on purpose: what broke may be the page's own script. */}
            <a href="/" className={buttonClass()}>
              Find a buyer
            </a>
          </>
        }
        detail={
          digest && (
            <>
              trace <code className="select-all font-mono text-ink-2">{digest}</code>
            </>
          )
        }
      >
        Counterfoil couldn’t load this page. If it happens again, give an admin the time
        {digest ? ' and the trace below' : ''}.
      </EmptyState>
    </Card>
  )
}
