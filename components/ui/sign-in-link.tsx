import { cn } from '@/lib/core/cn'
import { buttonClass } from './button-class'

/** Comes back to this very page. A full load on purpose: the session is another one then. In another tab what is typed here stays. */
export function SignInLink({ inNewTab = false }: { inNewTab?: boolean }) {
  const here = typeof location === 'undefined' ? '/' : location.pathname + location.search
  return (
    <a
      href={`/sign-in?${new URLSearchParams({ callbackUrl: here })}`}
      {...(inNewTab && { target: '_blank', rel: 'noreferrer' })}
      className={cn(buttonClass({ size: 'small' }), 'justify-self-start')}
    >
      {inNewTab ? 'Sign in in another tab' : 'Sign in again'}
    </a>
  )
}
