'use client'

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { companySignIn } from '@/lib/client/company-sign-in'

/** `primary` where it is the only way in. */
export function CompanySignInButton({ callbackUrl, primary = false }: { callbackUrl: string; primary?: boolean }) {
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here')
  return (
    <>
      {state === 'failed' && (
        <Notice kind="declined" role="alert">
          Your company’s sign-in could not be reached. Try again in a moment.
        </Notice>
      )}
      <Button
        size="large"
        variant={primary ? 'primary' : undefined}
        aria-disabled={state === 'leaving' || undefined}
        onClick={async () => {
          if (state === 'leaving') return
          setState('leaving')
          if (!(await companySignIn(callbackUrl))) setState('failed')
        }}
      >
        <Icon of={KeyRound} />
        Sign in with your company
      </Button>
    </>
  )
}
