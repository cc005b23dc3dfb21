import type { RefObject } from 'react'
import { Field } from './field'
import { Input } from './input'

type Props = { word: string; typed: string; onType: (typed: string) => void; inputRef?: RefObject<HTMLInputElement | null> }

/** A word that is typed before something is sent that can't be taken back. */
export const TypedWord = ({ word, typed, onType, inputRef }: Props) => (
  <Field label={`Type ${word}`}>
    {(control) => (
      <Input
        {...control}
        ref={inputRef}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    )}
  </Field>
)
