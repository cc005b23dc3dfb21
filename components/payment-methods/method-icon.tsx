import { CreditCard, Landmark, ReceiptText, Wallet } from 'lucide-react'
import { Icon } from '@/components/ui/icon'
import { type MethodKind, methodKind } from '@/lib/payment-method-words'

const icons = { card: CreditCard, wallet: Wallet, voucher: ReceiptText, bank: Landmark, other: Wallet } satisfies Record<
  MethodKind,
  unknown
>

export function MethodIcon({ type }: { type: string | null }) {
  return <Icon of={icons[methodKind(type)]} className="text-muted" />
}
