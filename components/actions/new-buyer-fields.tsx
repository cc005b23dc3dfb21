'use client'

import { useMemo } from 'react'
import type { CommandForm } from '@/lib/client/commands/use-command-form'
import { countryNames, languageNames } from '@/lib/code-names'
import { BuyerAddressField } from './buyer-address-field'
import { EmailField } from './email-field'
import { SelectField } from './select-field'
import { SigningLine } from './signing-line'
import { TextField } from './text-field'
import { TicketField } from './ticket-field'

type Props = { command: CommandForm; merchant: { code: string; name: string } }

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
        <SelectField form={form} name="locale" label="Locale" aside="optional" none="Not said" options={languages} />
        <TextField form={form} name="state" label="State or region" aside="optional" dir="auto" />
        <TextField form={form} name="zip" label="Postal code" aside="optional" />
        <TicketField ticket={command.ticket} onChange={command.setTicket} />
      </div>
      {command.wantsAddress && <BuyerAddressField command={command} />}
      <p className="text-meta text-muted">
        The buyer has no subscription, and nothing is charged. Of these only the e-mail can be changed later, and a buyer cannot
        be removed from here.
      </p>
      {preview.shown && <SigningLine buyerAddress={preview.shown.buyerAddress} />}
    </>
  )
}
