// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { giveUp, root, run } from './child.mjs'

const lock = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const installed = join(modules, '.package-lock.json') // npm's own note of what it installed
const begun = join(modules, '.installing')

/** Installs what is missing. Nothing is printed unless it takes time or fails. */
export async function install() {
  await othersInstall()
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  console.log('Installing packages, which takes a minute or two…')
  // Of an install that was broken off npm keeps packages without the parts that they compile or fetch.
  if (isNewer(begun, installed)) rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  writeFileSync(begun, String(process.pid))
  // Not `npm ci`: it refuses a lock file that lacks another platform's optional builds.
  const { code, output } = await run([...npm(), 'install', '--no-audit', '--no-fund', '--include=dev'])
  rmSync(begun, { force: true }) // npm has ended by itself, and leaves nothing by halves
  if (code !== 0) giveUp(`${output}\nCouldn’t install packages. Check your internet connection.`)
  const now = new Date()
  utimesSync(installed, now, now)
}

const maxMs = 15 * 60_000

/** Waits while another of these commands installs; not for ever, because a number may by now be that of another program. */
async function othersInstall() {
  const isUnderWay = () =>
    Date.now() - (statSync(begun, { throwIfNoEntry: false })?.mtimeMs ?? 0) < maxMs && isAlive(pidIn(begun))
  if (isUnderWay()) console.log('Waiting for another command to install the packages…')
  while (isUnderWay()) await wait(200)
}

/** @param {string} file */
function pidIn(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0 // it has ended just now
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Whether a file is there and was written after another, or alone. npm writes its note last.
 * @param {string} file
 * @param {string} other
 */
const isNewer = (file, other) => existsSync(file) && !(existsSync(other) && statSync(other).mtimeMs > statSync(file).mtimeMs)

/** The npm that started this command, where one did. */
const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'])
