import type { ComponentProps } from 'react'

type Props = ComponentProps<'div'> & { as: 'table' | 'rowgroup' | 'row' | 'columnheader' | 'cell' }

/** A part of a table whose rows are placed one by one, so that no table element can lay it out. */
export function TablePart({ as, ...props }: Props) {
  return <div {...props} role={as} />
}
