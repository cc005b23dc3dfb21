/** Where an order made here carries its action id in `metaData`, so that one whose answer was lost can be recognised later. */
export const orderMark = 'counterfoilActionId'

/** The action an order of the history was made by, or null where it was not made here. */
export function actionOfOrder(metaData: Record<string, unknown>): string | null {
  const id = metaData[orderMark]
  return typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
