/** Runs once before the first request: a wrong environment stops the server with the whole list of what is wrong. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./lib/boot/boot')).boot(process.env.PORT)
}
