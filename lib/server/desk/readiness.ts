import 'server-only'
import { sql } from 'kysely'
import { database } from '../database/open'
import { log } from '../log'

/** Ready when the database answers; the service is not asked, for its bad day must not take the dashboard down. */
export async function readiness(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  try {
    await sql`select 1`.execute(await database())
    return Response.json({ status: 'ready' }, { headers })
  } catch (cause) {
    log.error({ err: cause }, 'not_ready')
    return Response.json({ status: 'not ready', reason: 'The database does not answer.' }, { status: 503, headers })
  }
}
