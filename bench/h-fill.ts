import { database } from '@/lib/server/database/open'
import { environment } from '@/lib/server/testing/environment'
import { fill, measured } from './search'
Object.assign(process.env, environment({ DATA_DIR: '/tmp/h/benchdb', DATABASE_URL: '' }))
const store = await database()
const n = await store.selectFrom('directory_counts').select('buyers').executeTakeFirst()
if (!n) { console.time('fill'); await fill(store, 0, 1_000_000); console.timeEnd('fill') }
console.log([...(await measured())].map(([k, v]) => `${k}: p50 ${v.middle.toFixed(2)} p95 ${v.p95.toFixed(2)}`).join('\n'))
await store.destroy()
