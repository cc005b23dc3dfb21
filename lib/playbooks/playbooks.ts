import { cancel } from './cancel'
import { charge } from './charge'
import type { PlaybookName } from './guide'
import { plan } from './plan'
import type { Playbook } from './playbook'
import { refund } from './refund'
import { renewal } from './renewal'

/** The guided steps of each kind of ticket. */
export const playbooks: Record<PlaybookName, Playbook> = { cancel, refund, charge, plan, renewal }
