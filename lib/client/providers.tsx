'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Addresses, makeQueryClient } from './operation-query'

export function Providers({ addresses, children }: { addresses: Addresses; children: ReactNode }) {
  const [queryClient] = useState(() => makeQueryClient(addresses))
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
