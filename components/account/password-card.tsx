'use client'

import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Notice } from '@/components/ui/notice'
import { PasswordForm } from './password-form'

/** One's own password, for somebody who has one here. `onChanged`: other sessions have ended with it. */
export function PasswordCard({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [changed, setChanged] = useState(false)
  return (
    <Card aria-labelledby="password">
      <CardHead title="Password" id="password" />
      <CardBody className="max-w-100">
        {changed && (
          <Notice kind="settled" role="status" className="mb-4">
            Your password is changed. Everywhere else you are signed out.
          </Notice>
        )}
        <PasswordForm
          email={email}
          currentLabel="Your password now"
          onChanged={() => {
            setChanged(true)
            onChanged()
          }}
        />
      </CardBody>
    </Card>
  )
}
