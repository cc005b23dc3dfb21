import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { readTheme } from '@/lib/core/theme'
import { isPageShared } from '@/lib/pages/server/page-value'

// Both Latin files are asked for with the page: a font that comes with the first word in it moves what a person is about to press.
const fonts = [
  new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
  new URL('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', import.meta.url),
]

export const metadata: Metadata = { title: { default: 'Counterfoil', template: '%s · Counterfoil' } }
export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Makes every page dynamic: a page rendered ahead of time cannot carry the nonce of the content policy.
  await headers()
  const theme = readTheme((await cookies()).get('theme')?.value)
  for (const font of fonts) preload(String(font), { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <html lang="en" data-theme={theme} data-screen-shared={(await isPageShared()) || undefined}>
      <body>{children}</body>
    </html>
  )
}
