import { cn } from '@/lib/core/cn'

type Props = { lang: string; text: string; className?: string }

/** A reply as it will be copied, but with less room between its parts. */
export const ReplyParagraphs = ({ lang, text, className }: Props) => (
  <div lang={lang} className={cn('grid gap-0.5 whitespace-pre-line wrap-anywhere', className)}>
    {text.split('\n\n').map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places.
      <p key={index}>{part}</p>
    ))}
  </div>
)
