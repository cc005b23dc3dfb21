import 'server-only'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { finishing } from '@/lib/platform/under-way'
import { forgetFailure, recordFailure } from './health'
import { type HeldJob, type JobName, type JobQueue, type Jobs, jobNames } from './job-queue'
import { type Progress, recordProgress } from './progress'

export type Work<G> = {
  given: G
  attempt: number
  /**
   * Aborts when the time for one piece is over or this process is about to end: whoever then throws what it aborted with has put the next
   * piece there. Aborts as well when the job was called off, or is another's by now.
   */
  signal: AbortSignal
  progress: (progress: Progress) => Promise<void>
}
export type Handlers = { [N in JobName]: (work: Work<Jobs[N]>) => Promise<unknown> }

export type RunnerPace = { lookEveryMs: number; checkEveryMs: number; pieceMs: number }
const usualPace: RunnerPace = { lookEveryMs: 2_000, checkEveryMs: 5_000, pieceMs: 15_000 }
const notMine = new Error('called off, or another runner has it')
const pieceOver = new Error('the time for one piece is over')

/** Runs background work in this process, one job of each name at a time, until it is stopped. */
export class JobRunner {
  private isStopped = false
  private readonly running = new Set<AbortController>()
  private readonly naps = new Map<JobName, () => void>()
  private loops: Promise<void>[] = []

  constructor(
    private readonly queue: JobQueue,
    private readonly handlers: Handlers,
    private readonly pace: RunnerPace = usualPace,
  ) {}

  start(): void {
    this.loops = jobNames.map((name) => this.loop(name))
  }

  /** Looks at once for work that has been put there, instead of in a while. */
  wake(name: JobName): void {
    this.naps.get(name)?.()
  }

  /** Takes no more work, and resolves once what is being run has stopped at a place from where it can be gone on with. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const running of this.running) running.abort(new Error('stopping'))
    for (const name of jobNames) this.wake(name)
    await Promise.all(this.loops)
  }

  private async loop(name: JobName): Promise<void> {
    while (!this.isStopped) {
      const job = await this.queue.take(name).catch((cause: unknown) => {
        log.error({ err: cause, job: name }, 'job_not_taken')
        return null
      })
      if (job) await finishing(this.run(name, job))
      else await this.nap(name)
    }
  }

  private nap(name: JobName): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(over, this.pace.lookEveryMs)
      timer.unref()
      this.naps.set(name, over)
      if (this.isStopped) over()
    })
  }

  private async run(name: JobName, job: HeldJob): Promise<void> {
    const stopping = new AbortController()
    this.running.add(stopping)
    if (this.isStopped) stopping.abort(new Error('stopping')) // it was taken while the runner was stopping
    const checking = setInterval(() => void this.check(job, stopping), this.pace.checkEveryMs)
    const piece = setTimeout(() => stopping.abort(pieceOver), this.pace.pieceMs)
    const progress = (made: Progress) => recordProgress(job.id, made)
    const work = { given: job.given, attempt: job.attempt, signal: stopping.signal, progress }
    try {
      const handler = this.handlers[name] as (work: Work<unknown>) => Promise<unknown>
      await handler(work)
      await this.queue.done(job)
      await forgetFailure(job)
      log.info({ job: name, jobId: job.id, attempt: job.attempt }, 'job_done')
    } catch (cause) {
      await this.giveBack(job, cause, stopping.signal)
    } finally {
      clearInterval(checking)
      clearTimeout(piece)
      this.running.delete(stopping)
    }
  }

  private async check(job: HeldJob, stopping: AbortController): Promise<void> {
    const isMine = await this.queue.isMine(job).catch(() => true) // a database that is away says nothing of whose it is
    if (!isMine) stopping.abort(notMine)
  }

  private async giveBack(job: HeldJob, cause: unknown, { aborted, reason }: AbortSignal): Promise<void> {
    if (reason === notMine) return
    const goesOn = aborted && (cause === reason || (cause instanceof Error && cause.cause === reason))
    if (!goesOn) log.error({ err: cause, job: job.name, jobId: job.id, attempt: job.attempt }, 'job_failed')
    try {
      if (goesOn) await this.queue.goesOn(job)
      else {
        const why = cause instanceof Error ? cause.name : 'unknown'
        await this.queue.failed(job, why)
        await recordFailure(job, why)
      }
    } catch (failure) {
      log.error({ err: failure, job: job.name, jobId: job.id }, 'job_not_given_back') // it is, once its time with this runner is over
    }
  }
}

/** The runner of this process, once it has been started. */
export const runningJobs = () => singleton('job-runner', () => ({ runner: null as JobRunner | null }))

/** Looks for work at once; to be called when what was put there has been committed. Elsewhere it is found within seconds. */
export const wakeJobs = (name: JobName): void => runningJobs().runner?.wake(name)
