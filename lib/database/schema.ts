import 'server-only'
import type { Role } from '@/lib/core/roles'
import type { AgentTables } from './agent-tables'
import type { BuyerTables } from './buyer-tables'
import type { DirectoryTables } from './directory-tables'
import type { EventTables } from './event-tables'
import type { IncidentTables } from './incident-tables'
import type { LeavingTables } from './leaving-tables'
import type { NoticeTables } from './notice-tables'
import type { RefundTables } from './refund-tables'
import type { ShiftTables } from './shift-tables'
import type { SignatureTables } from './signature-tables'
import type { WatchTables } from './watch-tables'

// Portable types only, so that one set of migrations serves both engines: text, integer, and times as ISO text in UTC.

export type Tables = RefundTables &
  DirectoryTables &
  BuyerTables &
  EventTables &
  ShiftTables &
  WatchTables &
  LeavingTables &
  NoticeTables &
  IncidentTables &
  AgentTables &
  SignatureTables & {
    accounts: {
      id: string
      /** Unique. The e-mail of a local account; for one of the company's sign-in `company:` and a digest of issuer and subject. */
      email: string
      name: string
      role: Role
      /** Empty, and fitting no password, for one of the company's sign-in. */
      password_hash: string
      created_at: string
      disabled_at: string | null
      /** Who vouches for somebody of the company's sign-in; null for a local account. */
      issuer: string | null
      /** The e-mail that the company gives. */
      shown_email: string | null
      /** Since when the password is one that somebody else chose, and must be changed before anything else. */
      password_due_at: string | null
      /** Since when a passkey is asked for at sign-in, after the password. */
      passkey_at_sign_in: string | null
    }
    sessions: {
      id: string
      account_id: string
      created_at: string
      seen_at: string
      ended_at: string | null
      ended_as: 'idle' | 'expired' | 'ended' | null
      /** Where it was started: the address, and the browser in words. */
      address: string | null
      browser: string | null
    }
    throttles: {
      /** What is slowed down: a digest of an account or of an address. */
      key: string
      failures: number
      failed_at: string
    }
    recent_buyers: {
      account_id: string
      merchant: string
      buyer_id: string
      ticket: string | null
      opened_at: string
    }
    /** What is known of a buyer: the newest value of each field of each thing of theirs. */
    facts: {
      merchant: string
      buyer_id: string
      /** `buyer`, `subscription:{id}`, `token:{id}`, or `answer` for digests of what is not cut into facts. */
      entity: string
      field: string
      /** JSON. */
      value: string
      observed_at: string
      /** The time at which this value was seen first, after which it was no other; null for what an older version kept. */
      since?: string | null
      /** Where nothing is known now, the value that was; null otherwise. */
      told?: string | null
      source: FactSource
      /** The operation whose answer said it, or null for a typed one. */
      operation: string | null
      person: string | null
    }
    /** Grows whenever a fact of the buyer changes. */
    known_versions: { merchant: string; buyer_id: string; version: number }
    /** One row for each command: where it stands, and what a repeat of it is answered with. */
    actions: {
      action_id: string
      /** Of the whole request: the same id with another request is a conflict. */
      digest: string
      state: ActionState
      settled_as: 'happened' | 'did-not-happen' | null
      settled_at: string | null
      /** The name of the person who settled it. */
      settled_by: string | null
      settled_account: string | null
      settled_how: 'checked' | 'by-hand' | 'sent-again' | 'event' | null
      /** Since when a late answer says otherwise than that person; null again once somebody has settled it as answered. */
      contradicted_at: string | null
      operation: string
      merchant: string
      buyer_id: string | null
      target: string
      account_id: string
      person: string
      ticket: string | null
      /** The process that holds the socket, so that a killed one's rows are known. */
      process: string
      /** Masked body, as JSON. */
      request: string
      /** Rows before, after and observed, as JSON; masked. */
      effect: string
      /** Body and values before, sealed: for an undo. */
      sealed: string
      undoes: string | null
      /** The action that this one undoes or sends again: of those that may have happened one at a time. */
      follows: string | null
      /** The incident that it's a row of. */
      incident: string | null
      /** The machine that proposed it. */
      proposed_by: string | null
      created_at: string
      answered_at: string | null
      /** `{status, body}` of the answer given, as JSON; masked. */
      answer: string | null
    }
    /** Every id under which somebody had something done, so that the same request again is known as that and nothing else passes as it. */
    action_ids: {
      id: string
      /** Keyed, of who asked for what in which merchant account. */
      digest: string
      /** What a repeat is answered from beside the thing itself, as JSON; sealed. */
      first: string | null
      claimed_at: string
    }
    /** The newest command on each target; its row is what two of them wait for. */
    targets: { merchant: string; target: string; action_id: string; touched: number }
    journal: {
      seq: number
      at: string
      kind: string
      action_id: string | null
      account_id: string
      person: string
      merchant: string
      operation: string | null
      buyer_id: string | null
      ticket: string | null
      detail: string
      hash: string
    }
    approvals: {
      id: string
      state: ApprovalState
      operation: string
      merchant: string
      buyer_id: string | null
      account_id: string
      person: string
      ticket: string | null
      /** Masked body, as JSON. */
      request: string
      /** Params and body, sealed. */
      sealed: string
      /** Of the request and of the facts it was asked on; another one voids the request. */
      effect_hash: string
      /** The action it becomes once approved. */
      action_id: string
      asked_at: string
      expires_at: string
      decided_at: string | null
      decided_by: string | null
      decision_note: string | null
      /** The machine that proposed it, by name and token. The columns from here on are null in what a person requested. */
      proposed_by: string | null
      token_id: string | null
      /** What the machine read and why it proposes this, as JSON, sealed; empty once the buyer is erased. */
      source: string | null
      /** The machine's own id of it. */
      proposal_key: string | null
      /** How long whoever pressed it had looked at it. */
      looked_ms: number | null
    }
    /** What else waits for a manager when an agent does it. */
    approval_rules: { id: string; operation: string; condition: string; threshold: number | null; created_at: string }
    /** The desk's own words for a reason, by command: a JSON array of texts. */
    reason_presets: { operation: string; presets: string }
    /** Every text a merchant account gave a sentence of its replies; the highest version holds, and null is the built-in one. */
    reply_texts: {
      /** A uuid; of those from before there were ids the account, sentence, language and version. */
      id: string
      merchant: string
      key: string
      language: string
      version: number
      text: string | null
      account_id: string
      person: string
      written_at: string
    }
    /** Half-typed forms, sealed, so that neither a reload nor the end of a session loses them. */
    drafts: { account_id: string; key: string; action_id: string; sealed: string; saved_at: string }
    journal_head: { id: number; seq: number; hash: string; signature: string }
    /** The newest checkpoint that is known to be on the disk, by the file it is in; signed. */
    journal_checkpoints: { file: string; seq: number; signature: string }
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
      /** Until when its runner has it. */
      held_until: string | null
      why: string | null
      ended_at: string | null
    }
    /** How far background work is, on either engine. */
    job_progress: { job_id: string; done: number; of: number | null; at: string }
  }

/** Where a fact comes from: the answer to a command or a read, the merchant's own list, or a person who typed it. */
export type FactSource = 'action' | 'read' | 'import' | 'person'
export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'voided'
export type ActionState = 'sent' | 'done' | 'refused' | 'not-sent' | 'unconfirmed'
