/** For the button that is to be pressed next, where one part of a dialog takes the place of another. As a `ref`. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
