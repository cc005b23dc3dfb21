import { Notice } from '@/components/ui/notice'

type Props = {
  /** Whether it charges for certain; otherwise it may. */
  isCertain: boolean
  says: readonly string[]
}

/** What moves money, before anything else is read. */
export function DangerNotice({ isCertain, says }: Props) {
  return (
    <Notice kind="danger">
      <b className="block font-semibold text-body">{isCertain ? certain : 'This may charge the buyer'}</b>
      {says.map((sentence) => (
        <p key={sentence} className="text-ink-2">
          {withoutTitle(sentence)}
        </p>
      ))}
    </Notice>
  )
}

const certain = 'This charges the buyer'

/** The title is not said twice. */
function withoutTitle(sentence: string): string {
  if (!sentence.startsWith(`${certain}: `)) return sentence
  const rest = sentence.slice(certain.length + 2)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
