import 'server-only'
import { cookies } from 'next/headers'
import { screenShareCookie } from '@/lib/core/browser-names'
import { maskedForScreen } from '@/lib/core/masking'

/** Whether the person a page is drawn for shows their screen to others. */
export const isPageShared = async (): Promise<boolean> => (await cookies()).get(screenShareCookie)?.value === 'on'

/** What a page brings with it, as the person's screen may show it: while it is shared, masked whole, as handlers do. */
export async function pageValue<T>(value: T): Promise<T> {
  return (await isPageShared()) ? maskedForScreen(value) : value
}
