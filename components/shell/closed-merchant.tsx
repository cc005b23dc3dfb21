import { Lock } from 'lucide'
import { Notice } from '@/components/ui/notice'

const maxShown = 40

/** Says that a link is for a merchant account that isn't open to the person, and which one they see instead. */
export const ClosedMerchant = ({ named, shown }: { named: string; shown: string }) => (
  <div className="mx-auto w-full max-w-frame px-gutter pt-4 print:hidden">
    <Notice kind="deferred" icon={Lock} role="status">
      <b className="font-semibold">This link is for the merchant account “{named.slice(0, maxShown)}”, which you can’t open.</b>{' '}
      <span className="text-ink-2">You’re seeing {shown} instead. If you need the other one, ask an admin.</span>
    </Notice>
  </div>
)
