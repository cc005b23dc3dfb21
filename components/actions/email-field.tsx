import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useSettled } from '@/lib/client/use-settled'
import { emailTakenQuery } from '@/lib/commands/client/email-taken-query'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { buyerPath } from '@/lib/core/buyer-path'
import { MistypedEmail } from './mistyped-email'
import { TextField } from './text-field'

type Props = {
  form: VerbForm['form']
  merchant: { code: string; name: string }
  /** Whose e-mail it is to be; null for a buyer who does not exist yet. */
  buyerId: string | null
  ticket: string | null
  className?: string
}

/** An address, whether it looks mistyped, and whether a buyer has it already, where the account can be searched: told before anything is sent. */
export function EmailField({ form, merchant, buyerId, ticket, className }: Props) {
  const typed = useSettled(form.watch('email')?.trim() ?? '', 300)
  const { data: holder } = useQuery(emailTakenQuery(merchant.code, typed))
  const take = (email: string) => form.setValue('email', email, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
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
        // The line is kept, so that nothing below moves when there is something to say.
        <span className="block min-h-6">
          <MistypedEmail typed={typed} onTake={take} />
          {holder && !form.formState.errors.email && (
            <span aria-live="polite" className="text-deferred">
              {holder === buyerId ? (
                'This buyer already has this e-mail address.'
              ) : (
                <>
                  Another buyer on {merchant.name} already has this e-mail address.{' '}
                  <Link href={buyerPath(holder, ticket)} prefetch={false} className="text-accent underline">
                    Open that buyer
                  </Link>
                </>
              )}
            </span>
          )}
        </span>
      }
    />
  )
}
