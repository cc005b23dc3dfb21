import { Ban, Check, CircleCheck, Eye, Hourglass, type IconNode, Pause, PencilLine, Play, ShieldCheck } from 'lucide'
import { Badge } from '@/components/ui/badge'
import type { StateKind } from '@/components/ui/state-kind'
import type { IncidentState } from '@/lib/incidents/incident'
import { stateLabels } from '@/lib/incidents/incident-words'

const looks: Record<IncidentState, { kind: StateKind | 'plain'; icon: IconNode }> = {
  draft: { kind: 'plain', icon: PencilLine },
  previewed: { kind: 'plain', icon: PencilLine },
  waiting: { kind: 'deferred', icon: Hourglass },
  approved: { kind: 'plain', icon: ShieldCheck },
  pilot: { kind: 'plain', icon: Play },
  look: { kind: 'deferred', icon: Eye },
  running: { kind: 'plain', icon: Play },
  paused: { kind: 'deferred', icon: Pause },
  done: { kind: 'settled', icon: CircleCheck },
  stopped: { kind: 'declined', icon: Ban },
  closed: { kind: 'plain', icon: Check },
}

/** Where an incident is, in a word. */
export const IncidentStateBadge = ({ state }: { state: IncidentState }) => (
  <Badge kind={looks[state].kind} icon={looks[state].icon}>
    {stateLabels[state]}
  </Badge>
)
