import 'server-only'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'

/**
 * Runs before each test file: files share what they import, so each begins with the environment
 * that the run was started in, with nothing made that is one of a kind, and with an empty page.
 */
const shared = globalThis as { environmentOfRun?: NodeJS.ProcessEnv }
shared.environmentOfRun ??= { ...process.env }

for (const name of Object.keys(process.env)) if (!(name in shared.environmentOfRun)) delete process.env[name]
Object.assign(process.env, shared.environmentOfRun)
forgetSingletons()

if (typeof document !== 'undefined') {
  document.body.replaceChildren()
  sessionStorage.clear()
  localStorage.clear()
  // What a busy machine does in more than the second that is given by default is no fault.
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 10_000 })
}
