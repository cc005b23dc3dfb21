import dynamic from 'next/dynamic'
import type { ComponentProps, ComponentType } from 'react'

type LateParts = typeof import('./late-parts').lateParts

/** A part of the page that the browser loads after it, without a placeholder. */
export const late = <Name extends keyof LateParts>(name: Name) =>
  dynamic<ComponentProps<LateParts[Name]>>(
    () => import('./late-parts').then(({ lateParts }) => lateParts[name] as ComponentType<ComponentProps<LateParts[Name]>>),
    { ssr: false },
  )
