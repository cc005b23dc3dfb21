import { buttonClass } from '@/components/ui/button-class'
import { cn } from '@/lib/core/cn'

/** Comes back to this very page. A full load on purpose: the session is another one then. */
export function SignInLink({ inNewTab = false }: { inNewTab?: boolean }) {
  const here = location.pathname + location.search
  return (
    <a
      href={`/sign-in?${new URLSearchParams({ callbackUrl: here })}`}
      {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
      className={cn(buttonClass({ size: 'small' }), 'justify-self-start')}
    >
      Sign in again
    </a>
  )
}
