import type { Insertable } from 'kysely'
import type { NoticeTables } from './notice-tables'

const time = '2026-11-20T18:00:00.000Z'

/** Rows of every table of notices and hooks. */
export const noticeRows: { [Name in keyof NoticeTables]: Insertable<NoticeTables[Name]>[] } = {
  notices: [
    {
      ...{ id: 'n-1', account_id: 'a-1', kind: 'alert', merchant: 'm', notice_key: 'alert 1', href: '/', words: 'آدا', at: time },
      ...{ until: null, seen_at: null },
    },
  ],
  notice_prefs: [{ account_id: 'a-1', kind: 'alert', desk: 1, browser: 0 }],
  hooks: [
    {
      ...{
        id: 'h-1',
        name: 'ï',
        url: 'https://hooks.test/…',
        format: 'json',
        kinds: 'alert',
        merchants: null,
        sealed: 's',
        is_on: 1,
      },
      ...{ off_why: null, account_id: 'a-1', person: 'Ada', changed_at: time, removed_at: null },
    },
  ],
  hook_progress: [
    {
      ...{ hook_id: 'h-1', last_seq: 3, failures: 1, failed_since: time, due_at: time, process: 'p', held_until: '' },
      ...{ last_at: time, last_status: '503' },
    },
  ],
  hook_deliveries: [
    {
      ...{
        id: 'd-1',
        hook_id: 'h-1',
        seq: 3,
        notice_key: 'alert 1',
        kind: 'alert',
        merchant: 'm',
        href: '/',
        words: 'ï',
        at: time,
      },
      ...{ state: 'waiting' as const, tries: 1, refused: 0, status: '503', ended_at: null },
    },
  ],
}
