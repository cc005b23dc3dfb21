/** Whether a key press is a command to the page: nobody is typing, no modifier is held and no dialog lies over it. */
export function isForKeys(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target instanceof HTMLElement ? event.target : null
  if (target?.closest('input, textarea, select, [contenteditable="true"]')) return false
  return document.querySelector('[role="dialog"], dialog[open]') === null
}
