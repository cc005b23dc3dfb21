import { CopyButton } from '@/components/ui/copy-button'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReplyPart } from '@/lib/core/reply-part'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'
import { ReplyLanguage } from './reply-language'
import { ReplyParagraphs } from './reply-words'

type Props = {
  parts: readonly ReplyPart[]
  /** Called when somebody is about to copy it. */
  onNearCopy?: () => void
}

/** A reply in the buyer's language, to be copied into the answer. */
export function ReplyText({ parts, onNearCopy }: Props) {
  const { wording } = useWording()
  const text = wording && replyOf(wording, parts)
  return (
    <div className="grid gap-2">
      {wording && text !== null ? (
        <ReplyParagraphs lang={wording.locale} text={text} className="max-w-[90ch] text-ink-2 text-table" />
      ) : (
        <Skeleton className="h-20 w-full" />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton
          text={text ?? ''}
          label="Copy reply"
          variant="default"
          size="small"
          onPointerEnter={onNearCopy}
          onFocus={onNearCopy}
          disabledBecause={text === null ? 'Loading the reply…' : undefined}
        />
        <ReplyLanguage />
      </div>
    </div>
  )
}

/** The same under its heading. */
export function TellCustomer(props: Props) {
  return (
    <section aria-labelledby="what-to-tell">
      <h3 id="what-to-tell" className="mb-1.5 font-medium text-table">
        What to tell the customer
      </h3>
      <ReplyText {...props} />
    </section>
  )
}
