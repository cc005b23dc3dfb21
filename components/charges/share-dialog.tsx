'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { counterfoilsOf } from '@/lib/charges/counterfoil'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { CounterfoilCard } from './counterfoil'

/** The counterfoils of an order, to hand out as text, as an image or by a link. */
export function ShareDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const foils = counterfoilsOf(order)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share the counterfoil"
      subtitle={`Order ${order.orderId}. It shows no name or e-mail address.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {foils.map((foil) => (
        <CounterfoilCard key={foil.chargeId} foil={foil} orderId={order.orderId} />
      ))}
    </Dialog>
  )
}
