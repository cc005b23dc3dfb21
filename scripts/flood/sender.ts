import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** What is posted. `isWanted` is false for what may be refused for good. */
export type Post = { body: Buffer | string; isPacked?: boolean; path: string; isWanted: boolean }

const repeatMs = 3_000
const lanes = 24

/** Posts to the dashboard as the service does: what isn't answered with 2xx comes again a little later, however often it takes. */
export class Sender {
  /** How often each status came; 0 where there was no answer. */
  answers: Record<string, number> = {}
  /** Milliseconds from post to 202. */
  times: number[] = []
  #later: { post: Post; at: number }[] = []
  #dispatcher: Agent

  constructor(
    private readonly address: string,
    certificate: string | undefined,
  ) {
    this.#dispatcher = new Agent({
      connections: 128,
      ...(certificate ? { connect: { ca: certificate, checkServerIdentity: () => undefined } } : {}),
    })
  }

  /** Posts all, no faster than so many a second (0: as fast as it goes), and then again whatever was not taken. */
  async post(posts: readonly Post[], perSecond: number): Promise<void> {
    const started = performance.now()
    let [next, open] = [0, 0]
    const take = (): Post | undefined => {
      const due = this.#later[0]
      if (due && due.at <= performance.now()) return this.#later.shift()?.post
      const isDue = perSecond === 0 || next < ((performance.now() - started) / 1_000) * perSecond
      return isDue ? posts[next++] : undefined
    }
    const lane = async () => {
      while (next < posts.length || this.#later.length > 0 || open > 0) {
        const post = take()
        if (!post) {
          await wait(5)
          continue
        }
        open += 1
        await this.#postOne(post)
        open -= 1
      }
    }
    await Promise.all(Array.from({ length: perSecond === 0 ? lanes * 5 : lanes }, lane))
  }

  async #postOne(post: Post): Promise<void> {
    const started = performance.now()
    const status = await this.#statusOf(post)
    this.answers[status] = (this.answers[status] ?? 0) + 1
    if (status === 202) this.times.push(performance.now() - started)
    else if (post.isWanted) this.#later.push({ post, at: performance.now() + repeatMs })
  }

  async #statusOf({ body, isPacked, path }: Post): Promise<number> {
    const headers = { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) }
    try {
      const answer = await request(this.address + path, { method: 'POST', dispatcher: this.#dispatcher, headers, body })
      await answer.body.dump()
      return answer.statusCode
    } catch {
      return 0 // a copy was killed while it had the post
    }
  }

  close(): Promise<void> {
    return this.#dispatcher.close()
  }
}
