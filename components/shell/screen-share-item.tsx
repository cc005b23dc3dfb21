'use client'

import { MonitorUp } from 'lucide-react'
import { MenuItem } from '@/components/ui/menu-item'
import { switchScreenShare } from '@/lib/client/screen-share'

/** Masks everything personal before others see the screen, or ends that. */
export const ScreenShareItem = ({ isOn }: { isOn: boolean }) => (
  <MenuItem icon={MonitorUp} onSelect={switchScreenShare}>
    {isOn ? 'End screen-share mode' : 'Screen-share mode'}
  </MenuItem>
)
