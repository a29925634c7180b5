import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Io } from '../process/io.js'

/**
 * Opens an address with a secret in the browser of this machine: by a file that forwards to it, since other users see the
 * arguments of programs. Resolves with what went wrong, if something did; at once with nothing where there is no display.
 */
export async function openPage(
  address: string,
  { env, signal }: Pick<Io, 'env' | 'signal'>,
): Promise<string | undefined> {
  if (!hasDisplay(env)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'omniport-open-')) // mode 0700
  const file = join(folder, 'console.html')
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address.replaceAll('&', '&amp;')}">\n`,
    {
      mode: 0o600,
    },
  )
  const remove = () => rmSync(folder, { recursive: true, force: true })
  signal.addEventListener('abort', remove, { once: true })
  setTimeout(remove, readMs).unref()
  return start(file, env)
}

function start(file: string, env: Io['env']): Promise<string | undefined> {
  const [command = 'xdg-open', ...args] = openers.get(process.platform) ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(command, [...args, file], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      env: { ...env },
    })
    const settle = (problem?: string) => {
      clearTimeout(timer)
      resolve(problem)
    }
    const timer = setTimeout(settle, settleMs)
    child.once('error', () => settle(`no browser could be opened with ${command}; open the address yourself`))
    child.once('exit', (code) =>
      settle(code === 0 ? undefined : `${command} ended with ${code}; open the address yourself`),
    )
    child.unref()
  })
}

function hasDisplay({ DISPLAY = '', WAYLAND_DISPLAY = '' }: Io['env']): boolean {
  return process.platform === 'darwin' || process.platform === 'win32' || DISPLAY !== '' || WAYLAND_DISPLAY !== ''
}

const openers: ReadonlyMap<NodeJS.Platform, readonly string[]> = new Map<NodeJS.Platform, readonly string[]>([
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])

/** Time for the browser to read the file. */
const readMs = 60_000
/** Some openers exit at once, others with the browser. */
const settleMs = 2_000
