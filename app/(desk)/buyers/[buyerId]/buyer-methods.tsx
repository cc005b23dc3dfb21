import type { ComponentProps } from 'react'
import { ByIdButton } from '@/components/actions/by-id-button'
import { MethodVerb, TokenVerb } from '@/components/actions/token-verbs'
import { PaymentMethods } from '@/components/payment-methods/payment-methods'
import type { MethodVerbs } from '@/components/payment-methods/stored-method'

// The verbs belong to a subject of their own; here they come to stand beside the methods they change.
const verbs: MethodVerbs = {
  token: (token, method) => <TokenVerb token={token} method={method} />,
  method: (method) => <MethodVerb method={method} />,
  byId: <ByIdButton of="token" />,
}

export const BuyerMethods = (props: Omit<ComponentProps<typeof PaymentMethods>, 'verbs'>) => (
  <PaymentMethods {...props} verbs={verbs} />
)
