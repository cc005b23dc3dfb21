import { Notice } from '@/components/ui/notice'

type Props = {
  /** What is wrong with the period of the address; null where nothing is. */
  unread: string | null
  /** The days that are shown, in words; null where all are. */
  shown: string | null
  /** How to choose others. */
  advice: string
}

/** Says that the address asks for a period that can't be shown, and which one is shown in its place. */
export const UnreadPeriod = ({ unread, shown, advice }: Props) =>
  unread === null ? null : (
    <Notice kind="deferred" role="status">
      <b className="font-semibold">{unread}</b> Shown instead: {shown ?? 'all dates'}. {advice}
    </Notice>
  )
