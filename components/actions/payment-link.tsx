'use client'

import { ExternalLink, MessageSquare } from 'lucide'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Skeleton } from '@/components/ui/skeleton'
import { linkReply } from '@/lib/prices/link-reply'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyBody } from '@/lib/replies/reply'
import type { OrderInWords } from './use-order-price'

/** A link that is safe to give away, and with it the message if it may go out. */
export function SafeLink({ address, order, hasMessage }: Linked & { hasMessage: boolean }) {
  const message = useMessage(order, address)
  return (
    <>
      <div className="mt-4 flex items-center gap-2 rounded-control border border-line-strong py-1.5 pr-1.5 pl-3 max-sm:flex-col max-sm:items-stretch max-sm:p-2">
        <a
          href={address}
          target="_blank"
          rel="noreferrer noopener"
          className="min-w-0 flex-auto break-all font-mono text-accent text-table tracking-mono"
        >
          {address}
        </a>
        <CopyButton text={address} label="Copy link" size="normal" variant="primary" />
      </div>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {hasMessage && (
          <CopyButton
            text={message?.text ?? ''}
            label="Copy message"
            icon={MessageSquare}
            size="normal"
            variant="default"
            disabledBecause={message === null ? 'Loading the message…' : undefined}
          />
        )}
        <a href={address} target="_blank" rel="noreferrer noopener" className={buttonClass()}>
          <Icon of={ExternalLink} size={14} />
          Open the page
        </a>
      </div>
    </>
  )
}

type Linked = { address: string; order: OrderInWords }

/** The message that goes with the link, as it is copied. */
export function Message({ order, address }: Linked) {
  const message = useMessage(order, address)
  return (
    <section aria-labelledby="message" className="border-t px-6 py-4 max-sm:px-4">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h3 id="message" className="text-meta text-muted">
          Message
        </h3>
        <ReplyLanguage />
      </div>
      {message === null ? (
        <Skeleton className="h-12 w-full" />
      ) : (
        <p lang={message.lang} className="max-w-[64ch] whitespace-pre-line border-line-strong border-l-2 pl-3 wrap-anywhere">
          {message.text}
        </p>
      )}
    </section>
  )
}

/** To the customer, in their language; null until its texts are there. */
function useMessage(order: OrderInWords, address: string): { text: string; lang: string } | null {
  const { wording } = useWording()
  return wording && { text: `${replyBody(wording, linkReply(order))}\n${address}`, lang: wording.locale }
}
