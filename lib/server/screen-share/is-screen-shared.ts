import 'server-only'
import { screenShareCookie } from '@/lib/screen-share'

/** Whether the person who sends this `cookie` header shows their screen to others. */
export const isScreenShared = (cookie: string | null): boolean => (cookie ?? '').split(/;\s*/).includes(`${screenShareCookie}=on`)
