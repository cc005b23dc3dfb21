import { Trash2 } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import type { ApprovalRule } from '@/lib/approval'

type Props = {
  rules: readonly ApprovalRule[]
  words: (rule: ApprovalRule) => string
  removing: string | null
  onRemove: (id: string) => void
}

export function RuleList({ rules, words, removing, onRemove }: Props) {
  if (rules.length === 0)
    return (
      <p className="border-b px-4 py-3 text-muted text-table">
        No rule yet: agents act without a second person, but for Renew now. Add one below.
      </p>
    )
  return (
    <ul className="divide-y border-b">
      {rules.map((rule) => (
        <li key={rule.id} className="flex min-h-row items-center gap-3 py-1 pr-2 pl-4 text-table">
          <span className="min-w-0 flex-auto">{words(rule)}</span>
          <IconButton
            icon={Trash2}
            label={`Remove: ${words(rule)}`}
            tip="Remove"
            tipPlace={{ align: 'end' }}
            aria-busy={removing === rule.id}
            onClick={() => onRemove(rule.id)}
          />
        </li>
      ))}
    </ul>
  )
}
