/** What became of the letters in an open form. `failed` and `signed-out`: they are on this screen alone. */
export type Keeping = 'nothing-typed' | 'saving' | 'kept' | 'signed-out' | 'failed'

type OpenForm = { keeping: () => Keeping; saveNow: () => Promise<void> }

const openForms = new Set<OpenForm>()

/** Notes that a form is open; returns what notes that it no longer is. */
export function registerOpenForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => void openForms.delete(form)
}

/** Saves what was typed last in every open form, before a session is ended on purpose. */
export const saveOpenForms = () => Promise.all([...openForms].map(({ saveNow }) => saveNow()))

/** Whether all that is typed into open forms is kept by the server; null where nothing is typed. */
export function isTypedKept(): boolean | null {
  const typed = [...openForms].map(({ keeping }) => keeping()).filter((keeping) => keeping !== 'nothing-typed')
  return typed.length === 0 ? null : typed.every((keeping) => keeping === 'kept')
}
