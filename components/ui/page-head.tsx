import type { ReactNode } from 'react'

type Props = { title: string; description?: ReactNode; actions?: ReactNode }

export function PageHead({ title, description, actions }: Props) {
  return (
    <div className="mb-5 flex items-start gap-4 max-sm:flex-col max-sm:gap-3">
      <div className="min-w-0 flex-auto">
        <h1 className="font-semibold text-title">{title}</h1>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
