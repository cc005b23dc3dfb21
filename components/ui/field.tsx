import { CircleX } from 'lucide'
import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/core/cn'
import { Icon } from './icon'

/** What the control inside a field has to carry so that its label, hint and error belong to it. */
export type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type Props = {
  label: string
  /** States the consequence, under the control. */
  hint?: ReactNode
  error?: string
  /** At the right end of the label: a counter, "optional". */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** `<Field label="Reason" error={…}>{(control) => <Input {...control} {...register('reason')} />}</Field>` */
export function Field({ label, hint, error, aside, className, children }: Props) {
  const id = useId()
  const described = cn(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className={cn('grid min-w-0 content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium text-table">
          {label}
        </label>
        {aside !== undefined && <span className="text-meta text-muted tabular-nums">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error === undefined ? undefined : true })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-medium text-danger text-meta">
          <Icon of={CircleX} size={12} className="mt-0.5" />
          {error}
        </p>
      )}
    </div>
  )
}
