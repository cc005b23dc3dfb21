import { Button } from '@/components/ui/button'
import { likelyEmail } from '@/lib/core/mistyped-email'

type Props = {
  /** What is typed, once it has been quiet for a moment. */
  typed: string
  onTake: (email: string) => void
}

/** Asks about an address that looks mistyped, with one press to take the likely one. It keeps nobody from sending what is typed. */
export function MistypedEmail({ typed, onTake }: Props) {
  const meant = likelyEmail(typed)
  return (
    <span role="status" className="block">
      {meant !== null && (
        <>
          <span className="text-deferred">Did you mean</span> <b className="font-medium text-ink wrap-anywhere">{meant}</b>
          <span className="text-deferred">?</span>{' '}
          <Button variant="link" className="min-h-6" onClick={() => onTake(meant)}>
            Use this address
          </Button>
        </>
      )}
    </span>
  )
}
