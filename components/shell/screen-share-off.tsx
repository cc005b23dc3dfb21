'use client'

import { Button } from '@/components/ui/button'
import { switchScreenShare } from '@/lib/client/screen-share'

export const ScreenShareOff = () => (
  <Button size="small" onClick={switchScreenShare}>
    Turn off
  </Button>
)
