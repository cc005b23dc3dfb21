import type { Locator } from '@playwright/test'

/** Chooses an item of an open menu by the keyboard: near the edge of the window a menu turns over to the other side, away under a pointer. */
export const choose = (item: Locator): Promise<void> => item.press('Enter')
