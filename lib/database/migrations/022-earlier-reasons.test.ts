import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultReasonPresets } from '@/lib/commands/reason-presets'
import { ada, commandOf, employ } from '@/lib/commands/server/commands-for-tests'
import { perform } from '@/lib/commands/server/perform'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { refuse, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, database } from '@/lib/database/open'
import { earlierReasons } from './022-earlier-reasons'

describe.each(engines)('reasons whose wording has changed, on %s', (engine) => {
  const service = new ServiceForTests()
  let place: OwnPlace
  let store: Database
  const upgrade = () => store.transaction().execute((tx) => earlierReasons.up(tx))

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place, { SERVICE_URL: await service.start() })
    store = await database()
    await employ(store, ada)
  })
  afterAll(async () => {
    await stop()
    await service.stop()
    await place.remove()
  })

  it('are the new ones where nothing was ever sent', async () => {
    await upgrade()
    expect(await reasonPresets()).toEqual(defaultReasonPresets)
  })

  it('stay as they were where something was, and an admin’s own words stay anyway', async () => {
    service.answering = refuse
    await perform(commandOf('changeAutochargeStatus'))
    await store.insertInto('reason_presets').values({ operation: 'changeExpirationDate', presets: '["Storm"]' }).execute()
    await upgrade()
    await upgrade()
    expect(await reasonPresets()).toEqual({
      ...defaultReasonPresets,
      changeAutochargeStatus: ['Asked by the buyer', 'Too expensive', 'Not used', 'Bought twice', 'Other'],
      changeExpirationDate: ['Storm'],
    })
  })
})
