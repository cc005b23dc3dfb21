import { cn } from '@/lib/core/cn'

type Props = { lang: string; text: string; className?: string }

/** A reply as it will be copied, but for the empty lines between its parts. */
export const ReplyWords = ({ lang, text, className }: Props) => (
  <p lang={lang} className={cn('whitespace-pre-line wrap-anywhere', className)}>
    {text.replaceAll('\n\n', '\n')}
  </p>
)
