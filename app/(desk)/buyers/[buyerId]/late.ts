import type { ComponentProps, ComponentType } from 'react'
import { late } from '@/components/ui/late'

type LateParts = typeof import('./late-parts').lateParts

/** One of the parts of the page that come after it, all in one piece. */
export const latePart = <Name extends keyof LateParts>(name: Name) =>
  late<ComponentProps<LateParts[Name]> & object>(() =>
    import('./late-parts').then(({ lateParts }) => lateParts[name] as ComponentType<ComponentProps<LateParts[Name]> & object>),
  )
