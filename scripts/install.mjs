import { existsSync, mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run } from './child.mjs'

const lock = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const installed = join(modules, '.package-lock.json') // npm's own note of what it installed
const begun = join(modules, '.installing')

/** Installs what is missing. Nothing is printed unless it takes time or fails. */
export async function install() {
  // Of an install that was broken off npm keeps packages without the parts that they compile or fetch.
  if (existsSync(begun)) rmSync(modules, { recursive: true, force: true })
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages; this takes a minute or two…')
  mkdirSync(modules, { recursive: true })
  writeFileSync(begun, '')
  // Not `npm ci`: it refuses a lock file that lacks another platform's optional builds.
  const { code, output } = await run([...npm(), 'install', '--no-audit', '--no-fund', '--include=dev'])
  if (code !== 0) giveUp(`${output}\nThe packages could not be installed. Is this computer online?`)
  const now = new Date()
  utimesSync(installed, now, now)
  rmSync(begun)
}

/** The npm that started this command, where one did. */
const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'])
