'use client'

import '@fontsource-variable/inter'
import '@fontsource-variable/jetbrains-mono'
import './globals.css'
import { LonePage } from '@/components/shell/lone-page'
import { PageError } from '@/components/shell/page-error'

/** Stands in for the root layout when that itself broke; the theme is the system's then. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Error · Counterfoil</title>
        <LonePage>
          <PageError error={error} retry={retry} />
        </LonePage>
      </body>
    </html>
  )
}
