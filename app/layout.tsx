import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { readTheme } from '@/lib/core/theme'
import { isPageShared } from '@/lib/pages/server/page-value'

export const metadata: Metadata = { title: { default: 'Counterfoil', template: '%s · Counterfoil' } }
export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Makes every page dynamic: a page rendered ahead of time cannot carry the nonce of the content policy.
  await headers()
  const theme = readTheme((await cookies()).get('theme')?.value)
  return (
    <html lang="en" data-theme={theme} data-screen-shared={(await isPageShared()) || undefined}>
      <body>{children}</body>
    </html>
  )
}
