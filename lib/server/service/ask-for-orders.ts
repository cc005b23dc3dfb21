import 'server-only'
import { isDeeperThan } from '@/lib/is-deeper-than'
import { getChargeHistory } from '@/lib/operations'
import { type OrderOrGap, readableOrNot } from '@/lib/operations/schemas/charge-history'
import { inOurSpelling } from '@/lib/operations/schemas/spellings'
import { Pace } from '../pace'
import { readNoting, reported } from './ask'
import { ServiceFailure } from './failure'
import { ElementTooLarge, JsonElements } from './json-elements'
import { readWhole, type ServiceRequest, sendReading } from './transport'

/** An order as the bytes it came in, which take less to hold than what is read from them. Each throws a ServiceFailure where it is no JSON. */
export class Unread {
  constructor(private readonly bytes: Buffer) {}

  check(): void {
    parsed(this.bytes)
  }

  read(): OrderOrGap {
    const json = parsed(this.bytes)
    return readableOrNot.parse(isDeeperThan(json, mostLevels) ? null : inOurSpelling(json))
  }
}

type Reading = {
  deadlineMs: number
  left: AbortSignal
  /** Is given each order as it comes; the service waits while it works. */
  onOrder: (order: Unread) => void | Promise<void>
}

const mostLevels = 64
const smallAnswer = 1024 * 1024

/**
 * A charge history read order by order, however large the answer is: never more than one order is held. The deadline is that of the
 * next whole order. Resolves to what the service tells beside the orders; throws a ServiceFailure.
 */
export function askForOrders(request: Omit<ServiceRequest, 'operation'>, { deadlineMs, left, onOrder }: Reading) {
  return reported(getChargeHistory, request, async () => {
    const elements = new JsonElements()
    const raw = await sendReading(
      { ...request, operation: getChargeHistory },
      { deadlineMs, mostBytes: smallAnswer, left },
      async (body, status, renew) => {
        if (status < 200 || status > 299) return readWhole(body, smallAnswer)
        const pace = new Pace()
        for await (const chunk of body) {
          for (const bytes of fed(elements, chunk)) {
            await onOrder(new Unread(bytes))
            renew()
            if (pace.isOver) await pace.rest(left)
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
    if (!(cause instanceof ElementTooLarge)) throw cause
    throw new ServiceFailure({
      proves: 'unknown',
      code: 'upstream_too_large',
      detail: 'One order of the service’s answer is too large to be read.',
    })
  }
}

/** An order that is not JSON by itself makes the answer unreadable, for nothing after it can be trusted. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ServiceFailure({ proves: 'unknown', code: 'bad_json', detail: 'The service answered something that is not JSON.' })
  }
}
