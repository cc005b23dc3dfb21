import 'server-only'
import pino from 'pino'
import { once } from './once'

/** JSON lines on stdout. Callers pass ids, codes and counts: no header, body, key or personal value. */
export const log = once('log', () =>
  pino({ level: process.env.LOG_LEVEL || 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime }),
)
