import type { Story } from './story'

/** Of an order that could not be read nothing is claimed. */
export const storyOfGap: Story = {
  happened: 'The service sent this order in a form that cannot be read, so nothing is said of its money.',
  tell: 'We cannot see the details of this order at the moment and are looking into it.',
}
