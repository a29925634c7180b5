import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './root.js'

const systems: Readonly<Record<string, string>> = { linux: 'linux-x64-glibc', darwin: 'darwin-x64', win32: 'win32-x64' }
const system = systems[process.platform]?.replace('x64', process.arch) ?? process.platform

/** The program of the package `deno` for this machine. */
export const deno = join(root, 'node_modules/@deno', system, process.platform === 'win32' ? 'deno.exe' : 'deno')

export const hasDeno = existsSync(deno)
if (!hasDeno) console.warn('There is no Deno for this machine: the tests with it do not run.')
