import 'server-only'

/** What is watched over: the rules that raise alerts, the alerts, the copies that run, and background work that fails. */
export type WatchTables = {
  /** A rule that comes with the dashboard has a row once somebody has changed it. */
  alert_rules: {
    id: string
    merchant: string
    /** The name of a list, or a measure. */
    source: string
    op: string
    threshold: number
    /** Null where the source has no choice of times. */
    window_minutes: number | null
    /** So many cases at least; null where the source is no share. */
    least: number | null
    quiet_minutes: number
    /** Whom its alerts are for, with a space between. */
    roles: string
    /** 1 or 0. */
    is_on: number
    version: number
    /** Who changed it last. */
    account_id: string
    person: string
    changed_at: string
    removed_at: string | null
  }
  alerts: {
    id: string
    merchant: string
    rule_id: string
    rule_version: number
    /** The provider, or which kind of silence; empty where a rule is about one thing alone. */
    about: string
    words: string
    /** Where the rows are that were counted. */
    href: string
    count: number
    /** What the newest of the rows is ordered by, and in a second line, where they are a list's, marks of all that were told. */
    newest: string
    roles: string
    raised_at: string
    closed_at: string | null
    closed_account: string | null
    closed_by: string | null
  }
  /** The copies of the dashboard that run, each as long as it says so. */
  copies: { name: string; version: string; started_at: string; seen_at: string }
  /** Background work that failed and hasn't succeeded since: one row for each work, however many jobs of it there were. */
  job_failures: { name: string; given: string; times: number; why: string; first_at: string; last_at: string }
}
