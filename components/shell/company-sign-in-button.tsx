'use client'

import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { companySignIn } from '@/lib/client/company-sign-in'

export function CompanySignInButton({ callbackUrl }: { callbackUrl: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      {failed && (
        <Notice kind="declined" role="alert">
          The company sign-in could not be reached. Try again, or use a local account.
        </Notice>
      )}
      <Button size="large" onClick={async () => setFailed(!(await companySignIn(callbackUrl)))}>
        <Icon of={KeyRound} />
        Company sign-in
      </Button>
    </>
  )
}
