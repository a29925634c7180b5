import { spawn } from 'node:child_process'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { assertBrowserUrl } from '../../ssrf-guard/assert-browser-url.js'

export interface OpenBrowserOptions {
  readonly runtime: Runtime
  /** Default: `process.platform`. */
  readonly platform?: NodeJS.Platform | undefined
  readonly spawn?: typeof spawn | undefined
}

/**
 * Opens the browser of this machine, which outlives this process. The URL is an argument of a program, never part of a shell
 * line. Settles when the browser is open, as far as can be known.
 *
 * spec: security_best_practices#oauth-authorization-url-validation
 *
 * Rejects with OmniportError `unauthorized` if no browser can be opened.
 */
export async function openBrowser(url: string, options: OpenBrowserOptions): Promise<void> {
  const { platform = process.platform, spawn: start = spawn, runtime } = options
  const { href } = assertBrowserUrl(url, { allowLoopback: true })
  const [command, ...args] = openers.get(platform) ?? ['xdg-open']
  await new Promise<void>((resolve, reject) => {
    const child = start(command, [...args, href], { detached: true, stdio: 'ignore', shell: false, windowsHide: true })
    const stop = runtime.after(settleMs, resolve)
    const fail = (problem: string) => {
      stop()
      reject(noBrowser(`${command}: ${problem}`))
    }
    child.once('error', ({ message }) => fail(message.includes('ENOENT') ? 'not found' : 'could not be started'))
    child.once('exit', (code) => {
      if (code !== 0) return fail(`ended with ${code}`)
      stop()
      resolve()
    })
    child.unref()
  })
}

type Opener = readonly [command: string, ...args: string[]]

const openers: ReadonlyMap<NodeJS.Platform, Opener> = new Map<NodeJS.Platform, Opener>([
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])

/** Some openers exit at once, others with the browser. */
const settleMs = 2_000

function noBrowser(problem: string): OmniportError {
  return new OmniportError(
    'unauthorized',
    `no browser could be opened (${problem}); set auth.open to show the address to the user`,
  )
}
