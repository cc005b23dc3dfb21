import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { buyerPath } from '@/lib/buyer-path'
import { emailTakenQuery } from '@/lib/client/commands/email-taken-query'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { useSettled } from '@/lib/client/use-settled'
import { TextField } from './text-field'

type Props = {
  form: CommandForm['form']
  merchant: { code: string; name: string }
  /** Whose e-mail it is to be; null for a buyer who does not exist yet. */
  buyerId: string | null
  ticket: string | null
  className?: string
}

/** An address, and whether a buyer has it already, where the account can be searched: told before anything is sent. */
export function EmailField({ form, merchant, buyerId, ticket, className }: Props) {
  const typed = useSettled(form.watch('email')?.trim() ?? '', 300)
  const { data: holder } = useQuery(emailTakenQuery(merchant.code, typed))
  return (
    <TextField
      form={form}
      name="email"
      label="E-mail"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      className={className}
      hint={
        holder &&
        !form.formState.errors.email && (
          <span aria-live="polite" className="text-deferred">
            {holder === buyerId ? (
              'This buyer has this e-mail already.'
            ) : (
              <>
                A buyer on {merchant.name} has this e-mail already.{' '}
                <Link href={buyerPath(holder, ticket)} prefetch={false} className="text-accent underline">
                  Find that buyer
                </Link>
              </>
            )}
          </span>
        )
      }
    />
  )
}
