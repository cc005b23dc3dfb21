'use client'

import type { ComponentProps } from 'react'
import { useActionDialog } from '@/components/actions/use-action-dialog'
import { JournalView } from '@/components/journal/journal-view'

type Merchants = Parameters<typeof useActionDialog>[0]['merchants']
type Props = Omit<ComponentProps<typeof JournalView>, 'openAction'> & { context: { merchants: Merchants } }

/** The journal, and the dialog in which its entries are settled, sent again or taken back. */
export function JournalPageView(props: Props) {
  const { openAction, dialog } = useActionDialog(props.context)
  return (
    <>
      <JournalView {...props} openAction={openAction} />
      {dialog}
    </>
  )
}
