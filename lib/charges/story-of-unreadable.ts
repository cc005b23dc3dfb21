import type { Story } from './story'

/** Of an order that could not be read nothing is claimed. */
export const storyOfUnreadable: Story = {
  staffText: 'We couldn’t read what the service sent for this order, so we can’t say whether money was received.',
  customerText: 'We can’t see the details of this order right now. We’re looking into it.',
}
