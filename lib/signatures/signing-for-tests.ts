import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Role } from '@/lib/core/roles'
import type { Engine } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import { Dashboard } from '@/lib/testing/dashboard'
import { dashboardOrigin } from '@/lib/testing/environment'
import { applied, type Listener, listener } from '@/lib/testing/listener'
import { overHttp } from '@/lib/testing/over-http'
import { Authenticator } from './authenticator-for-tests'
import { type Asked, KeyHolder } from './person-for-tests'

/** A dashboard where some acts are signed, at a socket of this machine, for the tests of one block. */
export class SigningDashboard {
  readonly dashboard: Dashboard
  private place: Awaited<ReturnType<typeof overHttp>> | undefined
  private service: Listener | undefined
  private people = 0

  constructor(engine: Engine, environment: Record<string, string>) {
    this.dashboard = new Dashboard(environment, engine)
    beforeAll(async () => {
      this.place = await overHttp()
    })
    afterAll(() => this.place?.close())
    beforeEach(async () => {
      this.service = await listener(applied)
      this.dashboard.serviceAt(this.service.url)
    })
  }

  /** Somebody with a session, and with a passkey unless told otherwise. */
  async person(role: Role, { hasKey = true } = {}): Promise<KeyHolder> {
    const { cookie, accountId } = await this.dashboard.addPerson(role, `${role}.${++this.people}@signing.example.test`)
    const holder = this.holder(cookie, accountId)
    const enrolled = hasKey ? await holder.enrol() : null
    if (enrolled?.ok === false) throw new Error(`The passkey wasn’t enrolled: ${await enrolled.text()}`)
    return holder
  }

  holder(cookie: string, accountId: string, authenticator = new Authenticator(dashboardOrigin)): KeyHolder {
    return new KeyHolder(() => this.place?.address ?? '', { cookie, accountId }, authenticator)
  }

  /** The commands that the service has received in this test. */
  commands() {
    return this.service?.received.filter(({ method }) => method !== 'GET') ?? []
  }

  forgetCommands(): void {
    if (this.service) this.service.received.length = 0
  }

  /** The journal's entries of a kind, newest first. */
  async entries(kind: string) {
    const store = await database()
    return store.selectFrom('journal').selectAll().where('kind', '=', kind).orderBy('seq', 'desc').execute()
  }

  verdict = async () => verify(await database(), process.env.DATA_DIR ?? '')
}

const today = () => serviceDay(Date.now(), { zone: 'UTC' })

/** A renewal of a subscription that nothing is known of. */
export const renewal = (body: object = {}): Asked & { actionId: string } => ({
  path: `/api/v2/buyers/${randomUUID()}/subscriptions/${randomUUID()}/change_expiration_date`,
  body: { expirationDate: today(), reason: 'Agreed with the buyer', ...body },
  actionId: randomUUID(),
  headers: { 'x-confirmed-renewal': 'yes' },
})

export const withSignature = (asked: Asked, signature: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, 'x-signature': signature },
})
