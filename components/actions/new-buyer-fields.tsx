'use client'

import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { type CodeName, countryNames, languageNames } from '@/lib/commands/code-names'
import type { CommandField } from '@/lib/commands/verbs'
import { BuyerAddressField } from './buyer-address-field'
import { EmailField } from './email-field'
import { SigningLine } from './signing-line'
import { TextField } from './text-field'
import { TicketField } from './ticket-field'

type Props = { command: VerbForm; merchant: { code: string; name: string } }

/** Who the buyer is to be. Only the e-mail can be changed later (service-interface, Change buyer data), and the form says so. */
export function NewBuyerFields({ command, merchant }: Props) {
  const { form, preview } = command
  const countries = useMemo(countryNames, [])
  const languages = useMemo(languageNames, [])
  return (
    <>
      <EmailField form={form} merchant={merchant} buyerId={null} ticket={command.ticket || null} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField form={form} name="country" label="Country" none="Choose a country" options={countries} />
        <SelectField form={form} name="locale" label="Locale" aside="optional" none="Not set" options={languages} />
        <TextField form={form} name="state" label="State or region" aside="optional" dir="auto" />
        <TextField form={form} name="zip" label="Postal code" aside="optional" />
        <TicketField ticket={command.ticket} onChange={command.setTicket} />
      </div>
      {command.wantsAddress && <BuyerAddressField command={command} />}
      <p className="text-meta text-muted">
        This creates a buyer without a subscription and charges nothing. You can change only the e-mail address later, and you
        can’t delete a buyer here.
      </p>
      <SigningLine buyerAddress={preview.shown?.buyerAddress} />
    </>
  )
}

type SelectProps = {
  form: VerbForm['form']
  name: CommandField
  label: string
  aside?: string
  none: string
  options: readonly CodeName[]
}

/** A code picked by its name. */
function SelectField({ form, name, label, aside, none, options }: SelectProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field label={label} aside={aside} error={fieldState.error?.message}>
      {(control) => (
        <Select {...control} {...field} value={field.value ?? ''}>
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}, {option.code}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
