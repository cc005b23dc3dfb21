import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import type { Story } from '@/lib/charges/story'

/** What happened, for the agent; what to tell, to be copied into the answer. */
export function StoryBox({ story }: { story: Story }) {
  return (
    <div className="grid rounded-control border bg-raised text-table sm:grid-cols-2">
      <Side title="What happened">{story.happened}</Side>
      <Side title="What to tell the customer" beside={<CopyButton text={story.tell} />}>
        {story.tell}
      </Side>
    </div>
  )
}

function Side({ title, beside, children }: { title: string; beside?: ReactNode; children: string }) {
  return (
    <div className="px-3 pt-2.5 pb-3 not-first:border-t sm:not-first:border-t-0 sm:not-first:border-l">
      <div className="mb-0.5 flex min-h-6 items-center justify-between">
        <h4 className="font-medium text-meta text-muted">{title}</h4>
        {beside}
      </div>
      <p className="max-w-[60ch] wrap-anywhere">{children}</p>
    </div>
  )
}
