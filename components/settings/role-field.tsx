import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { roles } from '@/lib/roles'

type Props = Omit<ComponentProps<typeof Select>, 'id'> & { error?: string }

const does = {
  agent: 'agent: answers tickets, changes things at the service',
  finance: 'finance: reads everything, decides on refunds',
  manager: 'manager: an agent who approves and decides',
  admin: 'admin: everything but refunds, and these settings',
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
