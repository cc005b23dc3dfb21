import { Download } from 'lucide'
import { Button } from './button'
import { buttonClass } from './button-class'
import { Icon } from './icon'

/** The way to the file of what a page shows, or why the person may not have it. */
export function ExportLink({ href, disabledBecause }: { href: string; disabledBecause: string | null }) {
  const look = (
    <>
      <Icon of={Download} size={14} />
      CSV
    </>
  )
  if (disabledBecause !== null)
    return (
      <Button disabledBecause={disabledBecause} aria-label="Export CSV">
        {look}
      </Button>
    )
  return (
    <a href={href} download aria-label="Export CSV" className={buttonClass()}>
      {look}
    </a>
  )
}
