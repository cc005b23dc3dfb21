import type { ReactElement } from 'react'
import { Button } from './button'
import { TablePart } from './table-part'
import { Time } from './time'

/** `gone`: so many of the counted rows aren't in the list any more. */
export type Since = { at: string; isKept: boolean; count: number; isMore: boolean; gone?: number }

/** Over a list that a number opened: as of when its rows are, and the way to those of now. */
export const CountedLine = ({ since: { at, isKept, gone = 0 }, onNow }: { since: Since; onNow: () => void }) => (
  <p className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-table">
    <span className="mr-auto text-muted">
      {isKept ? (
        <>
          As counted <Time at={at} />
          {gone > 0 && `. ${gone === 1 ? '1 of them is' : `${gone} of them are`} gone since.`}
        </>
      ) : (
        'What was counted is no longer kept, so this is the list as of now.'
      )}
    </span>
    <Button size="small" onClick={onNow}>
      {isKept ? 'Show list as of now' : 'Hide this note'}
    </Button>
  </p>
)

/** Between the rows that came later, which stand above, and those that were counted. */
export const NewerText = ({ since: { count, isMore } }: { since: Since }) => (
  <span className="flex min-h-9 flex-wrap items-center gap-x-2">
    <b className="font-medium">{isMore ? `More than ${count} newer` : `${count} newer`}</b>
    <span className="text-meta text-muted">came after the count</span>
  </span>
)

/** The same as a row of a table; nothing where none came. */
export const NewerRow = ({ since }: { since: Since }) =>
  since.count === 0 ? null : (
    <TablePart as="row" className="bg-sunken px-4 text-table">
      <TablePart as="cell">
        <NewerText since={since} />
      </TablePart>
    </TablePart>
  )

/** The items of a list, with the same between those that came later and those that were counted. */
export function CountedItems({ items, since }: { items: ReactElement[]; since: Since | undefined }) {
  if (!since || since.count === 0) return items
  const between = (
    <li key="newer" className="bg-sunken px-4 text-table">
      <NewerText since={since} />
    </li>
  )
  return items.toSpliced(since.count, 0, between)
}
