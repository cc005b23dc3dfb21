import { Search, X } from 'lucide'
import { cn } from '@/lib/core/cn'
import { Button } from './button'
import { Icon } from './icon'
import { Input } from './input'

type Props = {
  label: string
  placeholder: string
  value: string | null
  onChange: (value: string | null) => void
  className?: string
}

/** A field that narrows a list by text; empty is null. */
export const FindField = ({ label, value, onChange, className, ...props }: Props) => (
  <Input
    {...props}
    className={cn('w-42 min-w-24 shrink max-sm:w-auto max-sm:flex-1', className)}
    size="small"
    type="search"
    maxLength={200}
    icon={Search}
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || null)}
  />
)

/** Takes all filters of a list away. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button size="small" variant="quiet" onClick={onClear}>
    <Icon of={X} size={14} />
    Clear
  </Button>
)
