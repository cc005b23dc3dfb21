import 'server-only'

export type JobTables = {
  /** Background work on the embedded database. `given` is JSON. */
  jobs: {
    id: string
    name: string
    given: string
    state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
    /** What is to be done once in a stretch of time bears the stretch's name. */
    slot: string | null
    attempts: number
    run_at: string
    /** Until when its runner has it, unless it says so again. */
    held_until: string | null
    why: string | null
    ended_at: string | null
  }
  /** How far background work is, on either engine. */
  job_progress: { job_id: string; done: number; of: number | null; at: string }
}
