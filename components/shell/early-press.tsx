import { headers } from 'next/headers'

/**
 * A page is visible before its scripts run. What a person presses or types in between would do nothing, or be emptied when React takes
 * the page over. This remembers the last press on a button, what was typed into each field and that Enter was pressed in a form, and gives
 * them to React once it has the element. React marks an element that it has with a property whose name begins with `__reactProps`. A press
 * is forgotten after five seconds, and at once with Escape: by then the person does something else. A field that was entered in the
 * meantime is told of its focus. React may empty a field some frames after it has taken it, so what was typed is given back until it
 * stays or the person types on.
 */
const script = `
(() => {
  const has = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const onceTaken = (element, act, ms) => {
    const until = performance.now() + ms
    const look = () => {
      if (!element.isConnected || performance.now() > until) return
      if (has(element)) setTimeout(() => act(element))
      else requestAnimationFrame(look)
    }
    look()
  }
  let pressed
  addEventListener('click', (event) => {
    const button = event.isTrusted && event.target.closest('button')
    pressed = button && !has(button) ? button : undefined
    if (!pressed) return
    event.preventDefault()
    onceTaken(button, () => {
      if (pressed === button) button.click()
    }, 5000)
  }, true)
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') pressed = undefined
  }, true)
  addEventListener('submit', (event) => {
    const form = event.target
    if (!event.isTrusted || has(form)) return
    event.preventDefault()
    onceTaken(form, () => afterFrames(keptFrames, () => form.requestSubmit()), 5000)
  }, true)
  const keptFrames = 30
  const afterFrames = (frames, act) => requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, act) : act()))
  const early = (element) => element.matches('input:not([type=checkbox], [type=radio]), textarea') && !has(element)
  addEventListener('focusin', ({ target }) => {
    if (early(target)) onceTaken(target, () => {
      if (document.activeElement === target) target.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    }, 60000)
  }, true)
  const typed = new Map()
  const giveBack = (field, frames) => {
    if (frames === 0 || !typed.has(field)) return
    const kind = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement
    if (field.value !== typed.get(field)) {
      Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(field, typed.get(field))
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    requestAnimationFrame(() => giveBack(field, frames - 1))
  }
  addEventListener('input', (event) => {
    const target = event.target
    if (event.isTrusted && !early(target)) typed.delete(target)
    if (!early(target)) return
    const waits = typed.has(target)
    typed.set(target, target.value)
    if (!waits) onceTaken(target, () => giveBack(target, keptFrames), 60000)
  }, true)
})()`

export async function EarlyPress() {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  )
}
