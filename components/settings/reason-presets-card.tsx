'use client'

import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { type ReasonedCommand, type ReasonPresets, reasonedCommands } from '@/lib/reason-presets'
import { verbWords } from '@/lib/verb-words'
import { PresetsForm } from './presets-form'

const labels: Record<ReasonedCommand, string> = {
  changeAutochargeStatus: verbWords.autochargeOff,
  changeExpirationDate: `${verbWords.changeEndDate}, ${verbWords.renewNow}`,
}

/** What fills the Reason field at one press, by command, in the desk's own words. */
export function ReasonPresetsCard({ initial }: { initial: ReasonPresets }) {
  const [presets, setPresets] = useState(initial)
  return (
    <Card aria-labelledby="reasons">
      <CardHead title="Reasons" id="reasons" />
      <div className="grid gap-4 px-4 py-3 md:grid-cols-2">
        {reasonedCommands.map((operation) => (
          <PresetsForm
            key={operation}
            label={labels[operation]}
            operation={operation}
            presets={presets[operation]}
            onKept={setPresets}
          />
        ))}
      </div>
      <CardFoot>Offered above the Reason field, in this order. What is chosen goes to the service as it stands here.</CardFoot>
    </Card>
  )
}
