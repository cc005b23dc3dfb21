import { Notice } from '@/components/ui/notice'

const list = new Intl.ListFormat('en')

/** Stands over every page while the service refuses our keys, so that nobody takes it for "buyer not found". */
export function KeysRefused({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-frame px-gutter pt-4 print:hidden">
      <Notice kind="danger" role="alert">
        <b className="font-semibold">The service refused our keys for {list.format(names)}.</b>{' '}
        <span className="text-ink-2">
          Nothing can be read or done there until an admin mends them. What is stored here still works.
        </span>
      </Notice>
    </div>
  )
}
