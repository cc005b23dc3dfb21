import 'server-only'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { singleton } from './singleton'

/** The name of this process, by which its open rows are known when it is gone: host, process id, and what tells two of one id apart. */
export const processName = () => singleton('process-name', () => `${hostname()}:${process.pid}:${randomUUID()}`)

/** Whether a process may still hold its sockets: this one does, another of this host if it runs, one of another host always. */
export function mayStillRun(name: string): boolean {
  if (name === processName()) return true
  const [host, pid] = name.split(':')
  if (host !== hostname()) return true
  if (Number(pid) === process.pid) return false // an earlier process that had our id
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM' // it is another user's, but it is there
  }
}
