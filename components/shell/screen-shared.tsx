import { Notice } from '@/components/ui/notice'
import { ScreenShareOff } from './screen-share-off'

/** Stands over every page while the mode is on. */
export const ScreenShared = () => (
  <div className="mx-auto w-full max-w-frame px-gutter pt-4 print:hidden">
    <Notice kind="neutral" role="status" actions={<ScreenShareOff />}>
      <b className="font-semibold">Screen-share mode is on.</b>{' '}
      <span className="text-ink-2">Personal values are masked whole, and nothing is revealed.</span>
    </Notice>
  </div>
)
