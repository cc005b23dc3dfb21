'use client'

import type { ComponentProps } from 'react'
import { useActionDialog } from '@/components/actions/use-action-dialog'
import { MyUnconfirmed } from '@/components/journal/my-unconfirmed'

type Merchants = Parameters<typeof useActionDialog>[0]['merchants']
type Props = Pick<ComponentProps<typeof MyUnconfirmed>, 'context'> & { context: { merchants: Merchants } }

/** The person's unconfirmed actions, and the dialog in which each is settled. */
export function Unconfirmed({ context }: Props) {
  const { openAction, dialog } = useActionDialog(context)
  return (
    <>
      <MyUnconfirmed context={context} openAction={openAction} />
      {dialog}
    </>
  )
}
