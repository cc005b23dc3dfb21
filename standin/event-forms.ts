import { northwind, southbay } from './standin-merchants'

type EventBody = Record<string, unknown>

/** What goes wrong with an event as it is written. Each gives the text that is posted. */
export const eventForms = {
  /** A time that the account's event before bears as well. */
  sameSecond: (body, { time }) => written(withTimes(body, () => time)),
  noTimes: (body) => written(withTimes(body, () => undefined)),
  micros: (body) => written(withTimes(body, (given) => `${given.slice(0, 19)}.000000`)),
  withT: (body) => written(withTimes(body, (given) => given.slice(0, 19).replace(' ', 'T'))),
  numberAmount: (body) => written(body).replace(/"amount":"(\d+(?:\.\d+)?)"/g, '"amount":$1'),
  metaList: (body) => written(body).replace(/"metaData":\{[^{}]*\}/g, '"metaData":[]'),
  oldShape: (body) => written(inOldShape(body)),
  noProvider: (body) => written(within(body, 'chargeData', ({ provider: _, ...rest }) => rest)),
  unknownAction: (body) => written({ ...body, action: `${body.action}_v4` }),
  foreign: (body) => written({ ...body, merchant: body.merchant === northwind.code ? southbay.code : northwind.code }),
  huge: (body) => written({ ...body, padding: 'x'.repeat(2 ** 17) }),
  notJson: () => '<!doctype html><title>502</title><h1>Bad Gateway</h1>',
} as const satisfies Record<string, (body: EventBody, about: { time: string }) => string>

export type EventForm = keyof typeof eventForms

export const written = (body: EventBody): string => JSON.stringify(body)

/** When it happened, in service time; of a charge that is when the charge was made. */
export const timeOf = ({ subscriptionData, chargeData }: EventBody): string =>
  String((subscriptionData as EventBody | undefined)?.updatedAt ?? (chargeData as EventBody | undefined)?.createdAt ?? '').slice(
    0,
    19,
  )

const withTimes = (body: EventBody, change: (given: string) => string | undefined): EventBody =>
  within(
    within(body, 'subscriptionData', (said) => ({ ...said, updatedAt: change(String(said.updatedAt)) })),
    'chargeData',
    (said) => ({ ...said, createdAt: change(String(said.createdAt)) }),
  )

function within(body: EventBody, name: string, change: (part: EventBody) => EventBody): EventBody {
  const part = body[name]
  return part === undefined ? body : { ...body, [name]: change(part as EventBody) }
}

/** As in version 1: without the buyer apart, and with other spellings (service-facts, section 5). */
function inOldShape({ buyer, ...body }: EventBody): EventBody {
  const { id, email } = buyer as EventBody
  const whose = { buyerId: id, buyerEmail: email }
  const ofSubscription = within(body, 'subscriptionData', ({ autochargeStatus, ...said }) => ({
    ...said,
    ...whose,
    autoChargeStatus: autochargeStatus,
  }))
  return within(ofSubscription, 'chargeData', (said) => ({ ...said, ...whose }))
}
