import { Search, X } from 'lucide'
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
export const FindField = ({ label, value, onChange, ...props }: Props) => (
  <Input
    {...props}
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
