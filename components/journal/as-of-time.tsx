import { dayWords, inZone } from '@/lib/dates'

type Props = { at: string; asked: string; zone: string }

/** How old a fact was when it was acted on: the time alone where it is of the same day. */
export function AsOfTime({ at, asked, zone }: Props) {
  const { day, time } = inZone(Date.parse(at), zone)
  const sameDay = day === inZone(Date.parse(asked), zone).day
  return (
    <span className="ml-1.5 whitespace-nowrap text-meta text-muted tabular-nums">{`as of ${sameDay ? '' : `${dayWords(day)}, `}${time.slice(0, 5)}`}</span>
  )
}
