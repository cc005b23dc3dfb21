import { serveDesk } from '@/lib/server/desk/serve-desk'

/** Says who is signed in; asking is what keeps a session from going idle. */
export const GET = serveDesk('read', async (_request, { name, email, role }) => ({ name, email, role }))
