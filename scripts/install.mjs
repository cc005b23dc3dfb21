import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run } from './child.mjs'

const lock = join(root, 'package-lock.json')
const installed = join(root, 'node_modules/.package-lock.json') // npm's own note of what it installed

/** Installs what is missing. Nothing is printed unless it takes time or fails. */
export async function install() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages; this takes a minute or two…')
  // Not `npm ci`: it refuses a lock file that lacks another platform's optional builds.
  const { code, output } = await run([...npm(), 'install', '--no-audit', '--no-fund', '--include=dev'])
  if (code !== 0) giveUp(`${output}\nThe packages could not be installed. Is this computer online?`)
  const now = new Date()
  utimesSync(installed, now, now)
}

/** The npm that started this command, where one did. */
const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'])
