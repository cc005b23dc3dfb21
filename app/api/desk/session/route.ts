import { serveDashboard } from '@/lib/people/server/serve-dashboard'

/** Says who is signed in; asking is what keeps a session from going idle. */
export const GET = serveDashboard('read', async (_request, { name, email, role }) => ({ name, email, role }))
