import type { IconNode } from 'lucide'
import { Button, type ButtonProps } from './button'
import { Icon } from './icon'

type Props = Omit<ButtonProps, 'children' | 'square' | 'aria-label'> & { icon: IconNode; label: string }

/** A button that shows an icon only: its name is read out, and shown as its tip unless another is given. */
export function IconButton({ icon, label, variant = 'quiet', size = 'small', tip = label, ...props }: Props) {
  return (
    <Button {...props} variant={variant} size={size} tip={tip} square aria-label={label}>
      <Icon of={icon} />
    </Button>
  )
}
