'use client'

import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { SettingFields } from './setting-fields'

/** Locale, buyer address and device, for every option. */
export const ConditionsDrawer = ({ onClose, ...fields }: ComponentProps<typeof SettingFields> & { onClose: () => void }) => (
  <Drawer
    title="Conditions for all options"
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose} className="ml-auto">
        Done
      </Button>
    }
  >
    <SettingFields {...fields} />
  </Drawer>
)
