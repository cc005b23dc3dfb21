import { deliveryHeader } from './evidence'
import type { RequestFault } from './faults'
import type { End } from './plan'
import type { Standin } from './standin'
import type { Arrived, Passage } from './wire'
import type { Delivery, Moment, Witness } from './witness'

type Held = { until: Promise<void>; go: () => void; many: number; count: number }
type Waiting = { operation: string; target: string; name: string; passage: Passage }

/** An answer may have been read and not yet written down when its copy is killed. */
const writingMs = 1_500
/** Until then an answer has just come, and whoever reads it is writing it down. */
const justMs = 400

/** Shorter than the patience of whoever waits for a command. */
const heldMs = 150
/** By then the service has answered the last one. */
const answeringMs = 5

/** What happens between the dashboard and the service: trouble that was ordered, commands that are swallowed, copies that end. */
export class Between {
  private waiting: Waiting[] = []
  private ends: End[] = []
  /** The commands that are under way, and when the answer to each came. */
  private readonly open = new Map<Delivery, number | null>()
  private held: Held | null = null
  /** While it is set, every command is swallowed. */
  isSwallowing = false

  constructor(
    private readonly parts: { witness: Pick<Witness, 'see'>; standin: Pick<Standin, 'tell'> },
    private readonly end: (end: End) => void,
  ) {}

  begin(ends: readonly End[]): void {
    this.waiting = []
    this.ends = [...ends]
    this.open.clear()
    this.isSwallowing = false
  }

  /** Brings trouble to the next request of an operation on a target, at the service or on the line. */
  async trouble(operation: string, target: string, { name, order, passage }: RequestFault): Promise<void> {
    if (order && Object.keys(order).length === 0) await this.parts.standin.tell('DELETE', 'faults')
    else if (order) await this.parts.standin.tell('POST', 'faults', order)
    if (passage) this.waiting.push({ operation, target, name, passage })
  }

  async arrives(request: Arrived): Promise<Passage> {
    const delivery = await this.parts.witness.see(request)
    if (delivery === null) return {}
    this.open.set(delivery, null)
    const answered = () => {
      delivery.answeredMs ??= Date.now() - request.at
      if (this.open.has(delivery)) this.open.set(delivery, performance.now())
      setTimeout(() => this.open.delete(delivery), writingMs).unref()
    }
    const held = this.hold()
    const end = this.endAt(delivery)
    if (end) this.end(end)
    if (this.isSwallowing || end?.when === 'swallowed') {
      delivery.moment = 'swallowed'
      return { passes: false }
    }
    const found = this.waiting.findIndex(
      ({ operation, target }) => operation === delivery.operation && (target === '*' || target === delivery.target),
    )
    const [waiting] = found === -1 ? [] : this.waiting.splice(found, 1)
    delivery.trouble = waiting?.name ?? null
    return { more: `${deliveryHeader}: ${delivery.number}\r\n`, answered, ...held, ...waiting?.passage }
  }

  /**
   * Holds the answers to so many commands back and lets them go at once; not for long, for somebody waits. Resolves to how many have arrived
   * by then, after `patienceMs` if none has.
   */
  async together(many: number, patienceMs: number): Promise<number> {
    let go = () => {}
    const until = new Promise<void>((resolve) => {
      go = resolve
    })
    const held: Held = { until, go, many, count: 0 }
    this.held = held
    const patience = setTimeout(go, patienceMs)
    await until
    clearTimeout(patience)
    this.held = null
    return held.count
  }

  /** Notes for every command that is under way what is about to happen to whoever waits for it. */
  cut(how: End['how']): void {
    const momentOf = (answeredAt: number | null): Moment => {
      if (how === 'SIGTERM') return 'ended'
      return answeredAt !== null && performance.now() - answeredAt < justMs ? 'answered' : 'killed'
    }
    for (const [delivery, answeredAt] of this.open) delivery.moment ??= momentOf(answeredAt)
    this.open.clear()
    this.isSwallowing = false
  }

  private hold(): Pick<Passage, 'until'> {
    const { held } = this
    if (!held) return {}
    held.count += 1
    if (held.count === 1) setTimeout(held.go, heldMs)
    if (held.count === held.many) setTimeout(held.go, answeringMs)
    return { until: held.until }
  }

  private endAt({ number }: Delivery): End | undefined {
    const at = this.ends.findIndex(({ atDelivery }) => atDelivery <= number)
    return at === -1 ? undefined : this.ends.splice(at, 1)[0]
  }
}
