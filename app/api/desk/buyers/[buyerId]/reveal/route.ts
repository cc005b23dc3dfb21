import { reveal } from '@/lib/server/desk/reveal'
import { serveDesk } from '@/lib/server/desk/serve-desk'

export const POST = serveDesk('reveal', reveal)
