const nothing = () => {}

/** A router that leads nowhere, for what is drawn without pages around it. */
export const router = {
  bfcacheId: '0',
  push: nothing,
  replace: nothing,
  refresh: nothing,
  prefetch: nothing,
  back: nothing,
  forward: nothing,
}
