import { cn } from '@/lib/core/cn'

export type ButtonLook = {
  variant?: 'default' | 'primary' | 'danger' | 'danger-quiet' | 'quiet' | 'link' | 'aged'
  size?: 'large' | 'normal' | 'small' | 'tiny'
  /** A square for one icon. */
  square?: boolean
}

const quietIcon = '[&_svg]:text-muted'

const variants = {
  default: cn('border border-line-strong bg-raised text-ink hover:border-line-control hover:bg-hover', quietIcon),
  primary: 'border border-primary bg-primary text-on-primary hover:border-primary-hover hover:bg-primary-hover',
  danger: 'border border-danger-solid bg-danger-solid text-on-danger hover:border-danger-solid-hover hover:bg-danger-solid-hover',
  'danger-quiet': 'border border-line-strong bg-raised text-danger hover:border-danger-line hover:bg-danger-bg',
  quiet: cn('border border-transparent text-ink-2 hover:bg-hover', quietIcon),
  link: 'text-accent hover:underline',
  aged: 'border border-aged-line bg-raised text-aged hover:bg-hover',
}

const refused = 'cursor-not-allowed border border-line bg-sunken text-muted'

/** For a fieldset that takes its buttons out of use: they look it, too. */
export const fieldsetClass =
  'contents [&:disabled_button]:cursor-not-allowed [&:disabled_button]:border-line [&:disabled_button]:bg-sunken [&:disabled_button]:text-muted'

const sizes = {
  large: ['h-10 px-4 text-body', 'w-10'],
  normal: ['h-control px-3 text-table', 'w-control'],
  small: ['h-control-small px-2.5 text-table', 'w-control-small'],
  tiny: ['h-control-tiny px-2 text-table', 'w-control-tiny'],
}

/** The look of a button, for what is not one too: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'default', size = 'normal', square = false }: ButtonLook = {}, disabled = false): string {
  const [text, icon] = sizes[size]
  return cn(
    'inline-flex flex-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control font-medium',
    'transition-colors duration-fast ease-calm focus-visible:rounded-control',
    disabled ? refused : variants[variant],
    variant === 'link' && !disabled ? '-my-0.75 min-h-6 text-table max-sm:my-0 max-sm:min-h-10' : text,
    square && `px-0! ${icon}`,
  )
}
