import { Button } from './button'
import { TablePart } from './table-part'
import { Time } from './time'

export type Since = { at: string; isKept: boolean; count: number; isMore: boolean }

/** Over a list that a number opened: as of when its rows are, and the way to those of now. */
export const CountedLine = ({ since: { at, isKept }, onNow }: { since: Since; onNow: () => void }) => (
  <p className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5 text-table">
    <span className="mr-auto text-muted">
      {isKept ? (
        <>
          As counted <Time at={at} />
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
export const NewerWords = ({ since: { count, isMore } }: { since: Since }) => (
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
        <NewerWords since={since} />
      </TablePart>
    </TablePart>
  )
