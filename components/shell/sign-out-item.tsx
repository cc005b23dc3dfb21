'use client'

import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { MenuItem } from '@/components/ui/menu-item'
import { signOut } from '@/lib/client/sign-out'

export function SignOutItem() {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <MenuItem icon={LogOut} keepOpen onSelect={async () => setFailed(!(await signOut()))}>
        Sign out
      </MenuItem>
      {failed && (
        <p role="alert" className="px-2 py-1 font-medium text-danger text-meta">
          The dashboard could not be reached. You are still signed in.
        </p>
      )}
    </>
  )
}
