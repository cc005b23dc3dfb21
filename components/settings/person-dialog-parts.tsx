import type { ComponentProps } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { roles } from '@/lib/core/roles'

type Props = Omit<ComponentProps<typeof Select>, 'id'> & { error?: string }

const does = {
  agent: 'agent: answers tickets and changes buyers',
  finance: 'finance: sees everything and decides refunds',
  manager: 'manager: an agent who also approves requests and decides refunds',
  admin: 'admin: everything except refunds, plus settings',
}

export function RoleField({ error, ...select }: Props) {
  return (
    <Field label="Role" error={error}>
      {(control) => (
        <Select {...control} {...select}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {does[role]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** A one-time password. It's shown only once. */
export function OneTimePasswordNotice({ password, name }: { password: string; name: string }) {
  return (
    <>
      <Notice kind="deferred" role="status">
        Give this to {name} now. You can’t see it again after you close this. They’ll choose their own password when they first
        sign in.
      </Notice>
      <div className="flex flex-wrap items-center gap-3 rounded-card border bg-sunken px-4 py-3">
        <code className="min-w-0 flex-auto font-mono text-body wrap-anywhere">{password}</code>
        <CopyButton text={password} variant="default" size="small" />
      </div>
    </>
  )
}
