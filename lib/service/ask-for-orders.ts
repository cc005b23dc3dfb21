import 'server-only'
import { DoubledKey, exceedsDepth, parsedJson } from '@/lib/core/json'
import { getChargeHistory } from '@/lib/operations/queries'
import { type OrderOrUnreadable, readableOrNot, withTimesIn } from '@/lib/operations/schemas/charge-history'
import { inOurSpelling } from '@/lib/operations/schemas/tolerant'
import { YieldTimer } from '@/lib/platform/yield-timer'
import { readNoting, reported } from './ask'
import { ServiceFailure } from './failure'
import { ElementTooLarge, JsonElements } from './json-elements'
import { readWhole, type ServiceRequest, sendReading } from './transport'

/** An order as the bytes it came in, which take less to hold than what is read from them. Each throws a ServiceFailure where it is no JSON. */
export class Unread {
  constructor(
    private readonly bytes: Buffer,
    private readonly zone: string,
  ) {}

  check(): void {
    parsed(this.bytes)
  }

  read(): OrderOrUnreadable {
    const json = parsed(this.bytes)
    return withTimesIn(readableOrNot.parse(exceedsDepth(json, maxLevels) ? null : inOurSpelling(json)), this.zone)
  }
}

type Reading = {
  deadlineMs: number
  signal: AbortSignal
  /** Is given each order as it comes; the service waits while it works. */
  onOrder: (order: Unread) => void | Promise<void>
}

const maxLevels = 64
const smallAnswer = 1024 * 1024

/**
 * A charge history read order by order, however large the answer is: never more than one order is held. The deadline is that of the
 * next whole order. Resolves to what the service tells beside the orders; throws a ServiceFailure.
 */
export function askForOrders(request: Omit<ServiceRequest, 'operation'>, { deadlineMs, signal, onOrder }: Reading) {
  return reported(getChargeHistory, request, async () => {
    const elements = new JsonElements()
    const raw = await sendReading(
      { ...request, operation: getChargeHistory },
      { deadlineMs, maxBytes: smallAnswer, signal },
      async (body, status, renew) => {
        if (status < 200 || status > 299) return readWhole(body, smallAnswer)
        const yieldTimer = new YieldTimer()
        for await (const chunk of body) {
          for (const bytes of fed(elements, chunk)) {
            await onOrder(new Unread(bytes, request.merchant.timeZone))
            renew()
            if (yieldTimer.isDue) await yieldTimer.yieldNow(signal)
          }
        }
        return elements.around()
      },
    )
    return readNoting(getChargeHistory, request, raw).meta
  })
}

function* fed(elements: JsonElements, chunk: Buffer): Generator<Buffer> {
  try {
    yield* elements.feed(chunk)
  } catch (cause) {
    if (cause instanceof DoubledKey) throw notJson()
    if (!(cause instanceof ElementTooLarge)) throw cause
    throw new ServiceFailure({
      proves: 'unknown',
      code: 'upstream_too_large',
      detail: 'One order in the service’s answer is too large to read.',
    })
  }
}

/** Throws for an order that isn't JSON: what comes after it can't be trusted either. */
function parsed(bytes: Buffer): unknown {
  try {
    return parsedJson(bytes.toString('utf8'))
  } catch {
    throw notJson()
  }
}

const notJson = () =>
  new ServiceFailure({ proves: 'unknown', code: 'bad_json', detail: 'The service’s answer wasn’t valid JSON.' })
