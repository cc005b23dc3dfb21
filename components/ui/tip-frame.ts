/** Classes of the element a `TipBubble` belongs to. */
export const tipFrame = 'group/tip relative'
