import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'

/** A one-time password, in the only moment that anybody sees it. */
export function ToldOnce({ password, name }: { password: string; name: string }) {
  return (
    <>
      <Notice kind="deferred" role="status">
        Hand this to {name} now: it is shown only here, and kept nowhere. At the first sign-in they choose their own.
      </Notice>
      <div className="flex flex-wrap items-center gap-3 rounded-card border bg-sunken px-4 py-3">
        <code className="min-w-0 flex-auto font-mono text-body wrap-anywhere">{password}</code>
        <CopyButton text={password} variant="default" size="small" />
      </div>
    </>
  )
}
