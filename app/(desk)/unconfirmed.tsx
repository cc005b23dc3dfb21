'use client'

import type { ComponentProps } from 'react'
import { useActionDialog } from '@/components/actions/use-action-dialog'
import { MyUnconfirmed } from '@/components/journal/my-unconfirmed'

type Merchants = Parameters<typeof useActionDialog>[0]['merchants']
type Props = Pick<ComponentProps<typeof MyUnconfirmed>, 'desk'> & { desk: { merchants: Merchants } }

/** The person's unconfirmed actions, and the dialog in which each is settled. */
export function Unconfirmed({ desk }: Props) {
  const { openAction, dialog } = useActionDialog(desk)
  return (
    <>
      <MyUnconfirmed desk={desk} openAction={openAction} />
      {dialog}
    </>
  )
}
