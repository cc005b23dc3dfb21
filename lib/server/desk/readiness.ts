import 'server-only'
import { sql } from 'kysely'
import { database } from '../database/open'
import { log } from '../log'
import { isStopping } from '../stopping/under-way'

/** Ready while the database answers and the process is not about to end; the service is not asked, for its bad day must not take the dashboard down. */
export async function readiness(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  if (isStopping()) return Response.json({ status: 'not ready', reason: 'It is being stopped.' }, { status: 503, headers })
  try {
    await sql`select 1`.execute(await database())
    return Response.json({ status: 'ready' }, { headers })
  } catch (cause) {
    log.error({ err: cause }, 'not_ready')
    return Response.json({ status: 'not ready', reason: 'The database does not answer.' }, { status: 503, headers })
  }
}
